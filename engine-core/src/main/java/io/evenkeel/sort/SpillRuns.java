package io.evenkeel.sort;

import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.TaskMemory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The sorted runs that one structure has spilled, oldest first, and how they are merged: as many at a time as the merge
 * factor and the memory for reading them allow, in several passes if need be. Deletes its files when they are read to
 * the end, or closed.
 *
 * <p>Confined to the task's thread. The owner is a consumer that calls {@link #reserveBuffers} before its first record.
 */
public final class SpillRuns implements AutoCloseable {

    private final SpillContext context;
    private final MemoryConsumer owner;
    private final @Nullable RecordComparator comparator;
    private final SpillBlocks blocks;

    /** Files that no reader owns. */
    private final List<SpillFile> files = new ArrayList<>();

    private long bufferBytes;
    private long readerBytes;
    private long spills;
    private long spilledRecords;
    private int mergeAt;
    private @Nullable MemoryRun inMemory;
    private @Nullable SortedRecords result;

    public SpillRuns(SpillContext context, MemoryConsumer owner, @Nullable RecordComparator comparator) {
        this.context = context;
        this.owner = owner;
        this.comparator = comparator;
        this.blocks = new SpillBlocks(context.settings());
    }

    /** Acquires what writing takes, as no spill may; does nothing if that is done. */
    public void reserveBuffers() throws IOException {
        if (bufferBytes == 0) {
            long needed = SpillBlocks.bufferBytes(context.settings());
            context.memory().require(needed, owner);
            bufferBytes = needed;
        }
    }

    /** How often it was spilled; passes of a merge are not counted. */
    public long spills() {
        return spills;
    }

    /** How many records these spills held. */
    public long spilledRecords() {
        return spilledRecords;
    }

    public boolean isEmpty() {
        return files.isEmpty();
    }

    /** Bytes of the longest record of all runs. */
    public int longestRecord() {
        return files.stream().mapToInt(SpillFile::longestRecord).max().orElse(0);
    }

    /** Where records are written. */
    @FunctionalInterface
    public interface RunSource {

        /** Appends all records of a run in order. */
        void writeTo(SpillWriter writer) throws IOException;
    }

    /** Adds a run; if that fails, there is no file left of it. */
    public void spill(RunSource source) throws IOException {
        files.add(write(source));
    }

    /** Adds a run of sorted pointers. */
    public void spill(long[] pointers, int count, RecordPages pages) throws IOException {
        files.add(write(pointers, 0, count, pages));
    }

    /** Writes sorted pointers to a file that the caller owns. */
    SpillFile write(long[] pointers, int start, int end, RecordPages pages) throws IOException {
        return write(writer -> {
            RecordView record = new RecordView();
            PointerWalk walk = new PointerWalk(pages, pointers, end);
            for (int i = start; i < end; i++) {
                walk.show(i, record);
                writer.append(pointers[2 * i], record.array(), record.offset(), record.length());
            }
        });
    }

    private SpillFile write(RunSource source) throws IOException {
        SpillFile file = writeFile(source);
        countSpill(file);
        return file;
    }

    private void countSpill(SpillFile file) {
        spills++;
        spilledRecords += file.records();
        context.counters().addSpill(file.records(), file.bytes());
    }

    private SpillFile writeFile(RunSource source) throws IOException {
        SpillWriter writer = new SpillWriter(context, blocks, true);
        try {
            source.writeTo(writer);
            return writer.finish();
        } catch (Throwable e) {
            writer.abort(e);
            throw e;
        }
    }

    /** Opens a file for its last reading. The memory for it is acquired already; the reader gives it back. */
    SpillReader open(SpillFile file) throws IOException {
        return new SpillReader(context, blocks, file, owner, true);
    }

    /**
     * Acquires what reading all runs at once takes. The owner may be asked to spill on the way; the runs it adds are
     * counted in.
     *
     * @return false if there are too many, or not enough memory: {@link #mergeSome} first
     */
    public boolean reserveReaders() throws IOException {
        return reserve(() -> 0);
    }

    /**
     * Acquires what reading all runs, and behind them what is in memory, takes: as {@link #reserveReaders()}, and true if
     * nothing is needed at all.
     */
    public boolean reserveReaders(RecordPages inMemory) throws IOException {
        return (files.isEmpty() && !inMemory.areOutside())
                || reserve(() -> MemoryRun.bytesFor(inMemory, context.settings()));
    }

    private boolean reserve(LongSupplier besides) throws IOException {
        while (files.size() <= context.settings().mergeFactor()) {
            int size = files.size();
            long missing = Math.max(0, readerBytes(0, size) + besides.getAsLong() - readerBytes);
            boolean granted = tryAcquire(missing);
            if (granted && files.size() == size) {
                readerBytes += missing;
                return true;
            }
            if (granted) {
                context.memory().release(missing, owner);
            } else if (files.size() == size) {
                return false;
            }
        }
        return false;
    }

    /** Merges some neighbouring runs to one. The owner has nothing left that it could spill. */
    public void mergeSome() throws IOException {
        context.memory().release(readerBytes, owner);
        readerBytes = 0;
        int factor = context.settings().mergeFactor();
        int wanted = files.size() > factor ? files.size() - factor + 1 : files.size();
        int width = Math.min(Math.min(factor, wanted), files.size() - mergeAt);
        while (width > 2 && !tryAcquire(readerBytes(mergeAt, width))) {
            width = Math.max(2, width / 2);
        }
        if (width <= 2) {
            width = Math.min(2, files.size() - mergeAt);
            context.memory().require(readerBytes(mergeAt, width), owner);
        }
        readerBytes = readerBytes(mergeAt, width);
        List<SpillFile> window = files.subList(mergeAt, mergeAt + width);
        List<SortedRecords> readers = openAll(new ArrayList<>(window));
        try (MergedRuns merged = new MergedRuns(readers, comparator)) {
            window.clear();
            files.add(mergeAt, writeFile(writer -> {
                while (merged.next()) {
                    writer.append(merged.prefix(), merged.array(), merged.offset(), merged.length());
                }
            }));
        }
        mergeAt = mergeAt + 2 < files.size() ? mergeAt + 1 : 0;
    }

    /**
     * All runs as one, and behind them the records in memory, whose pointers are sorted. Takes over what the owner acquired
     * for pages and pointers. {@link #reserveReaders(RecordPages)} said true before.
     */
    public SortedRecords result(long[] pointers, int count, RecordPages pages) throws IOException {
        long reserved = MemoryRun.bytesFor(pages, context.settings());
        readerBytes -= reserved;
        MemoryRun last = new MemoryRun(this, context, owner, pointers, count, pages, reserved);
        inMemory = last;
        if (files.isEmpty()) {
            result = last;
            return last;
        }
        List<SortedRecords> runs = openAll(new ArrayList<>(files));
        files.clear();
        runs.add(last);
        result = new MergedRuns(runs, comparator);
        return result;
    }

    /** Spills what {@link #result} has in memory, if it is asked for memory half read. */
    public long spillResult() throws IOException {
        return inMemory == null ? 0 : inMemory.spill();
    }

    /**
     * Writes the rest of what a half read result has in memory, to be read from a file from then on. What reading takes is
     * kept out of what the owner holds for these records, and given back by what is returned.
     *
     * @param heldBytes what the owner holds for them; it gives back the others
     * @return the records, whose {@link RestOfRun#keptBytes} are kept; empty if they would take more than that, so that
     *     nothing has changed
     */
    public Optional<RestOfRun> spillRest(RunSource source, long heldBytes) throws IOException {
        if (heldBytes <= context.settings().blockBytes()) {
            return Optional.empty();
        }
        SpillFile file = writeFile(source);
        long needed = SpillReader.bytesFor(file, context.settings());
        if (needed >= heldBytes) {
            context.files().delete(file.path());
            return Optional.empty();
        }
        countSpill(file);
        return Optional.of(new RestOfRun(this, context, owner, file, needed));
    }

    /** All runs as one, for an owner that reads what it has in memory itself; {@link #reserveReaders} said true before. */
    public SortedRecords openReserved() throws IOException {
        List<SortedRecords> runs = openAll(new ArrayList<>(files));
        files.clear();
        SortedRecords merged = new MergedRuns(runs, comparator);
        result = merged;
        return merged;
    }

    /** Merges all runs, for an owner that holds nothing in memory any more. */
    public SortedRecords merge() throws IOException {
        while (!reserveReaders()) {
            mergeSome();
        }
        return openReserved();
    }

    private List<SortedRecords> openAll(List<SpillFile> window) throws IOException {
        List<SortedRecords> readers = new ArrayList<>();
        try {
            for (SpillFile file : window) {
                SpillReader reader = open(file);
                readerBytes -= SpillReader.bytesFor(file, context.settings());
                readers.add(reader);
            }
            return readers;
        } catch (IOException e) {
            try {
                new MergedRuns(readers, null).close();
            } catch (IOException suppressed) {
                e.addSuppressed(suppressed);
            }
            throw e;
        }
    }

    private boolean tryAcquire(long bytes) throws IOException {
        TaskMemory memory = context.memory();
        long granted = memory.acquire(bytes, owner);
        if (granted == bytes) {
            return true;
        }
        memory.release(granted, owner);
        return false;
    }

    private long readerBytes(int start, int width) {
        long bytes = 0;
        for (SpillFile file : files.subList(start, start + width)) {
            bytes += SpillReader.bytesFor(file, context.settings());
        }
        return bytes;
    }

    /** Closes the result, deletes the files and gives all memory back. Idempotent. */
    @Override
    public void close() throws IOException {
        context.memory().release(bufferBytes + readerBytes, owner);
        bufferBytes = 0;
        readerBytes = 0;
        blocks.dropBuffers();
        Cleanup cleanup = new Cleanup();
        if (result != null) {
            cleanup.run(result::close);
        }
        if (inMemory != null) {
            cleanup.run(inMemory::close);
        }
        for (SpillFile file : files) {
            cleanup.run(() -> context.files().delete(file.path()));
        }
        files.clear();
        cleanup.throwFailure();
    }
}
