package io.evenkeel.scheduler.launcher;

import io.evenkeel.config.EditDistance;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import org.jspecify.annotations.Nullable;

/** A user's jar with its main method, loaded by a class loader of its own. Confined to the launcher's main thread. */
final class ApplicationJar {

    private static final String CLASS_SUFFIX = ".class";

    private final ApplicationClassLoader classLoader;
    private final String mainClassName;
    private final Method main;

    private ApplicationJar(ApplicationClassLoader classLoader, String mainClassName, Method main) {
        this.classLoader = classLoader;
        this.mainClassName = mainClassName;
        this.main = main;
    }

    /**
     * Finds the main method.
     *
     * @param libraries jars that follow on the class path
     * @param givenClass the main class; otherwise the jar's manifest names it
     * @throws LaunchException if the jar, the class or its main method is missing
     */
    static ApplicationJar open(Path jar, List<Path> libraries, Optional<String> givenClass) {
        if (!Files.isRegularFile(jar)) {
            throw notFound("no such application jar: " + jar.toAbsolutePath(), null);
        }
        String className = givenClass.orElseGet(() -> mainClassOf(jar));
        // Not closed: threads that the program leaves behind may load classes until the JVM ends.
        ApplicationClassLoader classLoader =
                new ApplicationClassLoader(urls(jar, libraries), ApplicationJar.class.getClassLoader());
        return new ApplicationJar(classLoader, className, mainMethod(classLoader, className, jar));
    }

    String mainClassName() {
        return mainClassName;
    }

    /** Calls the main method and throws what it throws. */
    void run(String[] arguments) throws Throwable {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(classLoader);
        try {
            main.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause() == null ? e : e.getCause();
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private static String mainClassOf(Path jar) {
        try (JarFile file = new JarFile(jar.toString())) {
            Manifest manifest = file.getManifest();
            String name = manifest == null ? null : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (name == null) {
                throw notFound(
                        "the manifest of " + jar + " names no main class: give it with " + CommandGrammar.CLASS, null);
            }
            return name.strip();
        } catch (IOException e) {
            throw notFound(jar + " can't be read as a jar: " + e.getMessage(), e);
        }
    }

    private static Method mainMethod(ClassLoader classLoader, String className, Path jar) {
        Method main;
        try {
            main = Class.forName(className, false, classLoader).getMethod("main", String[].class);
        } catch (ClassNotFoundException e) {
            String nearest = EditDistance.nearest(className, classNames(jar))
                    .map(name -> "; the nearest class there is " + name)
                    .orElse("");
            throw notFound("no class " + className + " in " + jar + nearest, e);
        } catch (NoSuchMethodException e) {
            throw notFound(className + " has no method 'public static void main(String[])'", e);
        } catch (LinkageError e) {
            throw notFound(className + " can't be loaded: " + e, e);
        }
        if (!Modifier.isStatic(main.getModifiers()) || main.getReturnType() != void.class) {
            throw notFound(className + " has a method main, but not 'public static void main(String[])'", null);
        }
        // The class itself need not be public.
        main.setAccessible(true);
        return main;
    }

    private static List<String> classNames(Path jar) {
        try (JarFile file = new JarFile(jar.toString())) {
            return file.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(CLASS_SUFFIX) && !name.startsWith("META-INF/"))
                    .map(name -> name.substring(0, name.length() - CLASS_SUFFIX.length())
                            .replace('/', '.'))
                    .toList();
        } catch (IOException e) {
            throw notFound(jar + " can't be read as a jar: " + e.getMessage(), e);
        }
    }

    private static URL[] urls(Path jar, List<Path> libraries) {
        List<URL> urls = new ArrayList<>();
        try {
            urls.add(jar.toUri().toURL());
            for (Path library : libraries) {
                urls.add(library.toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw notFound("not a path that classes can be loaded from: " + e.getMessage(), e);
        }
        return urls.toArray(URL[]::new);
    }

    private static LaunchException notFound(String message, @Nullable Throwable cause) {
        return new LaunchException(ExitCode.PROGRAM_NOT_FOUND, message, cause);
    }
}
