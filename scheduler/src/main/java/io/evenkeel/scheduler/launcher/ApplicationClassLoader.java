package io.evenkeel.scheduler.launcher;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Loads a user's program. The program shares with the engine only the engine's own classes, the logging interface and
 * the JDK; everything else comes from its own jars, so it can bring another version of any library the engine uses, and
 * misses one it forgot to bring. Thread-safe, like every class loader.
 */
final class ApplicationClassLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    /** Packages that the program and the engine must agree on, as prefixes of class names. */
    private static final List<String> SHARED = List.of("io.evenkeel.", "org.slf4j.");

    private static final String SHARED_SERVICES = "META-INF/services/io.evenkeel.";

    private final ClassLoader engine;

    /**
     * @param jars the program's jars
     * @param engine loads what is shared
     */
    ApplicationClassLoader(URL[] jars, ClassLoader engine) {
        super(jars, ClassLoader.getPlatformClassLoader());
        this.engine = engine;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded == null && isShared(name)) {
                loaded = ofEngine(name);
            }
            if (loaded == null && !name.startsWith("java.")) {
                loaded = ofJars(name);
            }
            if (loaded == null) {
                return super.loadClass(name, resolve);
            }
            if (resolve) {
                resolveClass(loaded);
            }
            return loaded;
        }
    }

    private @Nullable Class<?> ofEngine(String name) {
        try {
            return engine.loadClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private @Nullable Class<?> ofJars(String name) {
        try {
            return findClass(name);
        } catch (ClassNotFoundException e) {
            return null;
        }
    }

    private static boolean isShared(String className) {
        return SHARED.stream().anyMatch(className::startsWith);
    }

    @Override
    public @Nullable URL getResource(String name) {
        URL own = findResource(name);
        if (own != null) {
            return own;
        }
        URL shared = isSharedResource(name) ? engine.getResource(name) : null;
        return shared != null ? shared : super.getResource(name);
    }

    @Override
    public Enumeration<URL> getResources(String name) throws IOException {
        List<URL> found = Collections.list(super.getResources(name));
        if (isSharedResource(name)) {
            found.addAll(Collections.list(engine.getResources(name)));
        }
        return Collections.enumeration(found);
    }

    private static boolean isSharedResource(String name) {
        return name.startsWith(SHARED_SERVICES)
                || SHARED.stream().anyMatch(prefix -> name.startsWith(prefix.replace('.', '/')));
    }
}
