package io.evenkeel.storage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A door to the file system whose n-th call fails, and which knows what is open. Calls are counted from 1, over all
 * files. Confined to one thread.
 */
public final class FaultyBlockFiles implements BlockFiles {

    /** How much of the failing call takes effect. A failing close always closes, as the JDK's do. */
    public enum Effect {
        /** Nothing does. */
        NONE,
        /** All does, and half of a write or read. */
        DONE,
        /** The thread is interrupted, and what follows of it follows; the call itself is left to the system. */
        INTERRUPTED
    }

    private final BlockFiles real;
    private final long failAt;
    private final long failCount;
    private final Effect effect;
    private final List<InjectedFault> faults = new ArrayList<>();
    private long calls;
    private int open;
    private int mostOpen;

    /** Fails at the calls {@code failAt} to {@code failAt + failCount - 1}. */
    public FaultyBlockFiles(BlockFiles real, long failAt, long failCount, Effect effect) {
        this.real = real;
        this.failAt = failAt;
        this.failCount = failCount;
        this.effect = effect;
    }

    /** Never fails; counts only. */
    public static FaultyBlockFiles counting() {
        return new FaultyBlockFiles(new LocalBlockFiles(), 0, 0, Effect.NONE);
    }

    /** The faults that took effect, in order. */
    public List<InjectedFault> faults() {
        return List.copyOf(faults);
    }

    public long calls() {
        return calls;
    }

    /** How many files are open now. */
    public int open() {
        return open;
    }

    /** How many files were open at the same time, at most. */
    public int mostOpen() {
        return mostOpen;
    }

    @Override
    public WritableFile create(Path path) throws IOException {
        @Nullable InjectedFault fault = next("create " + path);
        if (fault != null) {
            if (effect == Effect.DONE) {
                real.create(path).close();
            }
            throw fault;
        }
        WritableFile file = real.create(path);
        opened();
        return new FaultyWriter(file);
    }

    @Override
    public WritableFile resume(Path path, long length) throws IOException {
        fail("resume " + path, () -> real.resume(path, length).close());
        WritableFile file = real.resume(path, length);
        opened();
        return new FaultyWriter(file);
    }

    @Override
    public ReadableFile open(Path path) throws IOException {
        fail("open " + path, () -> {});
        ReadableFile file = real.open(path);
        opened();
        return new FaultyReader(file);
    }

    @Override
    public void rename(Path from, Path to) throws IOException {
        fail("rename " + from, () -> real.rename(from, to));
        real.rename(from, to);
    }

    @Override
    public void delete(Path path) throws IOException {
        fail("delete " + path, () -> real.delete(path));
        real.delete(path);
    }

    private void opened() {
        open++;
        mostOpen = Math.max(mostOpen, open);
    }

    private @Nullable InjectedFault next(String what) {
        calls++;
        if (calls >= failAt && calls < failAt + failCount) {
            InjectedFault fault = new InjectedFault("call " + calls + ", " + effect + ": " + what);
            faults.add(fault);
            if (effect == Effect.INTERRUPTED) {
                Thread.currentThread().interrupt();
                return null;
            }
            return fault;
        }
        return null;
    }

    private void fail(String what, Step step) throws IOException {
        InjectedFault fault = next(what);
        if (fault != null) {
            if (effect == Effect.DONE) {
                step.run();
            }
            throw fault;
        }
    }

    private interface Step {
        void run() throws IOException;
    }

    private final class FaultyWriter implements WritableFile {

        private final WritableFile file;
        private boolean closed;

        FaultyWriter(WritableFile file) {
            this.file = file;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            fail("write", () -> file.write(bytes, offset, length / 2));
            file.write(bytes, offset, length);
        }

        @Override
        public void append(ReadableFile source, long offset, long length) throws IOException {
            ReadableFile inner = source instanceof FaultyReader reader ? reader.file : source;
            fail("append", () -> file.append(inner, offset, length / 2));
            file.append(inner, offset, length);
        }

        @Override
        public long position() {
            return file.position();
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                InjectedFault fault = next("close");
                closeReal();
                if (fault != null) {
                    throw fault;
                }
            }
        }

        private void closeReal() throws IOException {
            closed = true;
            open--;
            file.close();
        }
    }

    private final class FaultyReader implements ReadableFile {

        private final ReadableFile file;
        private boolean closed;

        FaultyReader(ReadableFile file) {
            this.file = file;
        }

        @Override
        public long size() throws IOException {
            fail("size", () -> {});
            return file.size();
        }

        @Override
        public void readFully(long position, byte[] target, int offset, int length) throws IOException {
            fail("read", () -> file.readFully(position, target, offset, length / 2));
            file.readFully(position, target, offset, length);
        }

        @Override
        public void close() throws IOException {
            if (!closed) {
                InjectedFault fault = next("close");
                closeReal();
                if (fault != null) {
                    throw fault;
                }
            }
        }

        private void closeReal() throws IOException {
            closed = true;
            open--;
            file.close();
        }
    }
}
