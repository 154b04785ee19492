package io.evenkeel.sort;

import io.evenkeel.memory.MemoryConsumer;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Sorts any number of encoded records: by their prefix (unsigned), then by a comparator if there is one, then in the
 * order of insertion. Keeps records in memory as long as there is some, then spills sorted runs, and merges them.
 *
 * <p>Use: {@link #insert} each record, call {@link #sorted} once, read to the end, {@link #close}. It can be asked to
 * spill at any time, also while the result is read; the result is the same.
 *
 * <p>Confined to the task's thread.
 */
public final class ExternalSorter implements MemoryConsumer, AutoCloseable {

    /** Longs in an array of pointers: two for each record, and as many to sort in. */
    private static final int LONGS_PER_RECORD = 4;

    private static final int MOST_LONGS = 1 << 30;

    private enum Phase {
        INSERTING,
        /** The result is being made; if that fails, there is none any more. */
        MERGING,
        READING,
        CLOSED
    }

    private final SpillContext context;
    private final @Nullable RecordComparator comparator;
    private final SpillRuns runs;
    private final RecordPages pages;
    private Phase phase = Phase.INSERTING;
    private long[] pointers = new long[0];
    private int count;
    private long records;

    public ExternalSorter(SpillContext context, @Nullable RecordComparator comparator) {
        this.context = context;
        this.comparator = comparator;
        this.runs = new SpillRuns(context, this, comparator);
        this.pages = new RecordPages(context.settings(), context.memory(), this);
    }

    @Override
    public String name() {
        return "external sorter";
    }

    /**
     * Takes a record; its bytes are copied.
     *
     * @throws io.evenkeel.error.EngineException if there is not even memory for this record
     */
    public void insert(long prefix, byte[] bytes, int offset, int length) throws IOException {
        if (phase != Phase.INSERTING) {
            throw new IllegalStateException("records can't be inserted any more, the sorter is " + phase);
        }
        if (LONGS_PER_RECORD * (count + 1) > pointers.length || !pages.hasRoom(length)) {
            makeRoom(length);
        }
        pointers[2 * count] = prefix;
        pointers[2 * count + 1] = pages.append(bytes, offset, length);
        count++;
        records++;
    }

    /** Each step may spill what is here, and then the other one is needed again. */
    private void makeRoom(int length) throws IOException {
        runs.reserveBuffers();
        while (true) {
            if (LONGS_PER_RECORD * (count + 1) > pointers.length) {
                growPointers();
            } else if (pages.hasRoom(length)) {
                return;
            } else if (pages.isFull()) {
                spillMemory();
            } else if (!pages.grow(length)) {
                pages.requireRoom(length);
            }
        }
    }

    private void growPointers() throws IOException {
        if (pointers.length >= MOST_LONGS) {
            spillMemory();
            return;
        }
        int fewest = context.settings().firstPageBytes() / Long.BYTES;
        int longs = (int) Math.min(MOST_LONGS, Math.max(fewest, 2L * pointers.length));
        long bytes = (long) longs * Long.BYTES;
        long[] larger = context.memory().allocateLongs(longs, this);
        if (larger != null) {
            System.arraycopy(pointers, 0, larger, 0, pointers.length);
            long old = (long) pointers.length * Long.BYTES;
            pointers = larger;
            context.memory().release(old, this);
            return;
        }
        if (count > 0) {
            spillMemory();
        } else if (longs == fewest) {
            context.memory().require(bytes, this);
            context.memory().release(bytes, this);
        }
    }

    /** How many records were inserted. */
    public long records() {
        return records;
    }

    /** How many sorted runs were written because memory was short. */
    public long spills() {
        return runs.spills();
    }

    /** The records in order; ends the insertion. Closing what is returned closes the sorter. */
    public SortedRecords sorted() throws IOException {
        if (phase != Phase.INSERTING) {
            throw new IllegalStateException("the result was asked for already, the sorter is " + phase);
        }
        phase = Phase.MERGING;
        while (!runs.reserveReaders(pages)) {
            if (count > 0) {
                spillMemory();
            } else {
                runs.mergeSome();
            }
        }
        PointerSort.sort(pointers, count, pages, comparator);
        phase = Phase.READING;
        long[] handedOver = pointers;
        pointers = new long[0];
        return new Result(this, runs.result(handedOver, count, pages));
    }

    @Override
    public long spill(long wantedBytes) throws IOException {
        return switch (phase) {
            case INSERTING, MERGING -> spillMemory();
            case READING -> runs.spillResult();
            case CLOSED -> 0;
        };
    }

    private long spillMemory() throws IOException {
        if (count == 0) {
            return 0;
        }
        PointerSort.sort(pointers, count, pages, comparator);
        runs.spill(pointers, count, pages);
        return dropMemory();
    }

    private long dropMemory() {
        long ofPointers = (long) pointers.length * Long.BYTES;
        pointers = new long[0];
        count = 0;
        context.memory().release(ofPointers, this);
        return ofPointers + pages.clear();
    }

    /** Frees the memory and deletes the files. Idempotent. */
    @Override
    public void close() throws IOException {
        if (phase == Phase.CLOSED) {
            return;
        }
        if (phase != Phase.READING) {
            dropMemory();
        }
        phase = Phase.CLOSED;
        runs.close();
    }

    /** The result, which closes the sorter with itself. */
    private record Result(ExternalSorter sorter, SortedRecords records) implements SortedRecords {

        @Override
        public boolean next() throws IOException {
            return records.next();
        }

        @Override
        public long prefix() {
            return records.prefix();
        }

        @Override
        public byte[] array() {
            return records.array();
        }

        @Override
        public int offset() {
            return records.offset();
        }

        @Override
        public int length() {
            return records.length();
        }

        @Override
        public void close() throws IOException {
            sorter.close();
        }
    }
}
