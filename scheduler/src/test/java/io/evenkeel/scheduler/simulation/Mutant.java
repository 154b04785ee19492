package io.evenkeel.scheduler.simulation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * The scheduler with something broken: its source is changed and compiled in memory, and the simulator runs on top of the
 * result in a class loader of its own. Immutable.
 *
 * @param name what is broken
 * @param changes what is changed, at most one place per file
 */
record Mutant(String name, List<Change> changes) {

    private static final String PACKAGE = "io.evenkeel.scheduler.";

    /**
     * One place that is changed.
     *
     * @param file the source file in {@code io.evenkeel.scheduler.task}
     * @param line a piece of it that occurs once
     * @param broken what takes its place
     */
    record Change(String file, String line, String broken) {

        private String changedSource(Path directory) throws IOException {
            String source = Files.readString(directory.resolve(file));
            int at = source.indexOf(line);
            if (at < 0 || source.indexOf(line, at + 1) >= 0) {
                throw new IllegalStateException(file + " must contain this just once: " + line);
            }
            return source.substring(0, at) + broken + source.substring(at + line.length());
        }
    }

    Mutant(String name, String file, String line, String broken) {
        this(name, List.of(new Change(file, line, broken)));
    }

    /** The same with one more place changed. */
    Mutant and(String file, String line, String broken) {
        List<Change> all = new ArrayList<>(changes);
        all.add(new Change(file, line, broken));
        return new Mutant(name, all);
    }

    @Override
    public String toString() {
        return name;
    }

    /** Runs seeds on the broken scheduler: gives what went wrong, or an empty text. */
    LongFunction<String> load(Path root) throws ReflectiveOperationException, IOException {
        Path directory = root.resolve("scheduler/src/main/java/io/evenkeel/scheduler/task");
        List<JavaFileObject> units = new ArrayList<>();
        for (Change change : changes) {
            units.add(new Source(change.file(), change.changedSource(directory)));
        }
        ClassLoader loader = new Loader(compile(units));
        Object run = loader.loadClass(SeedRun.class.getName()).getConstructor().newInstance();
        @SuppressWarnings("unchecked") // SeedRun, of another class loader, is a LongFunction<String>
        LongFunction<String> function = (LongFunction<String>) run;
        return function;
    }

    private Map<String, byte[]> compile(List<JavaFileObject> units) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (Memory memory = new Memory(compiler.getStandardFileManager(null, null, null))) {
            List<String> options = List.of("--release", "17", "-proc:none");
            if (!compiler.getTask(messages, memory, null, options, null, units).call()) {
                throw new IllegalStateException("'" + name + "' does not compile: " + messages);
            }
            Map<String, byte[]> classes = new LinkedHashMap<>();
            memory.classes.forEach((className, bytes) -> classes.put(className, bytes.toByteArray()));
            return classes;
        }
    }

    /** A source file in memory. */
    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        private Source(String file, String text) {
            super(URI.create("mem:///" + file), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    /** Keeps compiled classes in memory. */
    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {

        private final Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();

        private Memory(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("mem:///" + className), kind) {
                @Override
                public OutputStream openOutputStream() {
                    return classes.computeIfAbsent(className, name -> new ByteArrayOutputStream());
                }
            };
        }
    }

    /** Defines scheduler and simulator anew, the broken classes among them. */
    private static final class Loader extends ClassLoader {

        private final Map<String, byte[]> broken;

        private Loader(Map<String, byte[]> broken) {
            super(Mutant.class.getClassLoader());
            this.broken = broken;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) {
                    return known;
                }
                if (!name.startsWith(PACKAGE)) {
                    return super.loadClass(name, resolve);
                }
                byte[] bytes = broken.containsKey(name) ? broken.get(name) : original(name);
                return defineClass(name, bytes, 0, bytes.length);
            }
        }

        private byte[] original(String name) throws ClassNotFoundException {
            String resource = name.replace('.', '/') + ".class";
            try (InputStream in = getParent().getResourceAsStream(resource)) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                return in.readAllBytes();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
