package io.evenkeel.scheduler.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Makes jars of source text. Confined to the test's thread. */
public final class TestJars {

    private final Path directory;
    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, String> resources = new LinkedHashMap<>();
    private final List<Path> classPath = new ArrayList<>();
    private String mainClass = "";

    public TestJars(Path directory) {
        this.directory = directory;
    }

    public TestJars source(String className, String text) {
        sources.put(className, text);
        return this;
    }

    TestJars resource(String name, String text) {
        resources.put(name, text);
        return this;
    }

    TestJars against(Path jar) {
        classPath.add(jar);
        return this;
    }

    TestJars mainClass(String name) {
        mainClass = name;
        return this;
    }

    /** Compiles and packs what was added. */
    public Path pack(String name) throws IOException {
        Path classes = Files.createTempDirectory(directory, "classes");
        compile(classes);
        Path jar = directory.resolve(name);
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (!mainClass.isEmpty()) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest);
                Stream<Path> compiled = Files.walk(classes)) {
            for (Path path : compiled.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(path).toString()));
                Files.copy(path, out);
            }
            for (Map.Entry<String, String> resource : resources.entrySet()) {
                out.putNextEntry(new JarEntry(resource.getKey()));
                out.write(resource.getValue().getBytes(java.nio.charset.StandardCharsets.UTF_8));
            }
        }
        return jar;
    }

    private void compile(Path classes) {
        if (sources.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String path = Stream.concat(
                        Stream.of(System.getProperty("java.class.path")),
                        classPath.stream().map(Path::toString))
                .reduce((one, other) -> one + System.getProperty("path.separator") + other)
                .orElseThrow();
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((className, text) -> files.add(new Source(className, text)));
        StringWriter messages = new StringWriter();
        boolean done = compiler.getTask(
                        messages, null, null, List.of("-d", classes.toString(), "-cp", path, "-proc:none"), null, files)
                .call();
        if (!done) {
            throw new AssertionError(messages.toString());
        }
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String className, String text) {
            super(
                    URI.create(String.format(Locale.ROOT, "string:///%s.java", className.replace('.', '/'))),
                    JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
