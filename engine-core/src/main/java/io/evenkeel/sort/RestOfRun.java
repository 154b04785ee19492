package io.evenkeel.sort;

import io.evenkeel.memory.MemoryConsumer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The records of a run that were in memory until it was half read; opened when the first of them is read. Holds the
 * memory for that from the start, and deletes its file when it is closed. Confined to the task's thread.
 */
public final class RestOfRun implements SortedRecords {

    private final SpillRuns runs;
    private final SpillContext context;
    private final MemoryConsumer owner;
    private final SpillFile file;
    private final long keptBytes;
    private @Nullable SpillReader reader;
    private boolean closed;

    RestOfRun(SpillRuns runs, SpillContext context, MemoryConsumer owner, SpillFile file, long keptBytes) {
        this.runs = runs;
        this.context = context;
        this.owner = owner;
        this.file = file;
        this.keptBytes = keptBytes;
    }

    /** What it keeps of its owner's memory until it is closed. */
    public long keptBytes() {
        return keptBytes;
    }

    /** Bytes of the longest of its records. */
    public int longestRecord() {
        return file.longestRecord();
    }

    @Override
    public boolean next() throws IOException {
        if (closed) {
            return false;
        }
        if (reader == null) {
            reader = runs.open(file);
        }
        return reader.next();
    }

    private SpillReader current() {
        if (reader == null) {
            throw new IllegalStateException("there is no current record");
        }
        return reader;
    }

    @Override
    public long prefix() {
        return current().prefix();
    }

    @Override
    public byte[] array() {
        return current().array();
    }

    @Override
    public int offset() {
        return current().offset();
    }

    @Override
    public int length() {
        return current().length();
    }

    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (reader == null) {
            context.memory().release(keptBytes, owner);
            context.files().delete(file.path());
        } else {
            reader.close();
        }
    }
}
