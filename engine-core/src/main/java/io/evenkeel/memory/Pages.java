package io.evenkeel.memory;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The pages of one structure: arrays on the heap, or blocks outside it where memory outside the heap is enabled. What is
 * in them is found by one address, wherever it lies.
 *
 * <pre>
 * address:  page (13 bits) | offset in the page (51 bits)
 * </pre>
 *
 * <p>Pages hold what they were granted until {@link #clear}, under the name of their owner, which is asked to spill when
 * others need it. What is outside the heap is counted apart, so that an owner may hold memory of both kinds.
 *
 * <p>Confined to the task's thread. When the task is over, pages that are still there are taken away: an access fails.
 */
public final class Pages {

    /** How many pages an address can tell apart. */
    public static final int MOST_PAGES = 1 << 13;

    private static final int OFFSET_BITS = 51;
    private static final ByteOrder ORDER = ByteOrder.BIG_ENDIAN;
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ORDER);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ORDER);
    private static final VarHandle OUTSIDE_INT = MethodHandles.byteBufferViewVarHandle(int[].class, ORDER);
    private static final VarHandle OUTSIDE_LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ORDER);

    private final TaskMemory memory;
    private final MemoryConsumer owner;

    /** Who holds what is outside the heap; null if pages are made on the heap. */
    private final @Nullable Outside outside;

    /** By page; null where it is outside the heap. */
    private byte[] @Nullable [] arrays = new byte[4][];

    /** By page; as long as it needs to be. */
    private @Nullable DirectBlock[] blocks = new DirectBlock[0];

    private @Nullable ByteBuffer[] buffers = new ByteBuffer[0];

    private int count;
    private long heldOnHeap;
    private long heldOutside;

    Pages(TaskMemory memory, MemoryConsumer owner, MemoryMode mode) {
        this.memory = memory;
        this.owner = owner;
        this.outside = mode == MemoryMode.OFF_HEAP ? new Outside(owner) : null;
    }

    /** Holds an owner's memory outside the heap, and hands on what it is asked. */
    private record Outside(MemoryConsumer owner) implements MemoryConsumer {

        @Override
        public String name() {
            return owner.name();
        }

        @Override
        public MemoryMode mode() {
            return MemoryMode.OFF_HEAP;
        }

        @Override
        public long spill(long wantedBytes) throws IOException {
            return owner.spill(wantedBytes);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** The address of a place in a page. */
    public static long address(int page, int offset) {
        return (long) page << OFFSET_BITS | offset;
    }

    /** The page of an address. */
    public static int page(long address) {
        return (int) (address >>> OFFSET_BITS);
    }

    /** The offset of an address: pages are smaller than 2 GB. */
    public static int offset(long address) {
        return (int) address;
    }

    /** Whether new pages lie outside the heap. */
    public boolean areOutside() {
        return outside != null;
    }

    /** How many pages there are. */
    public int count() {
        return count;
    }

    /** Whether there may be no more pages. */
    public boolean isFull() {
        return count == MOST_PAGES;
    }

    /** The bytes of a page. */
    public int capacity(int page) {
        byte[] array = arrays[page];
        return array != null ? array.length : buffer(page).capacity();
    }

    /** What was granted for the pages and not {@link #handOver handed over}. */
    public long heldBytes() {
        return heldOnHeap + heldOutside;
    }

    /**
     * Adds a page. While it acquires, the owner may be asked to spill, which may {@link #clear} these pages.
     *
     * @param fewest the bytes it has at least
     * @param wanted the bytes it has if there are so many
     * @return false if the memory can't be had, or there are {@link #isFull too many} pages; nothing has changed then,
     *     except by such a spill
     */
    public boolean add(int fewest, int wanted) throws IOException {
        if (isFull()) {
            return false;
        }
        return outside == null ? addArray(fewest, wanted) : addBlock(fewest, wanted, outside);
    }

    private boolean addArray(int fewest, int wanted) throws IOException {
        byte[] page = memory.allocatePage(fewest, wanted, owner);
        if (page == null) {
            return false;
        }
        heldOnHeap += page.length;
        adopt(page);
        return true;
    }

    private boolean addBlock(int fewest, int wanted, Outside holder) throws IOException {
        DirectBlock block = memory.allocateBlock(fewest, wanted, holder);
        if (block == null) {
            return false;
        }
        growTables();
        if (count >= blocks.length) {
            blocks = Arrays.copyOf(blocks, arrays.length);
            buffers = Arrays.copyOf(buffers, arrays.length);
        }
        if (heldOutside == 0) {
            memory.track(this);
        }
        heldOutside += block.bytes();
        arrays[count] = null;
        blocks[count] = block;
        buffers[count] = block.buffer();
        count++;
        return true;
    }

    /**
     * Makes sure that the memory for a page can be had, by a spill if need be, but takes none.
     *
     * @throws io.evenkeel.error.EngineException with {@link io.evenkeel.error.ErrorCode#OUT_OF_MEMORY} if it can't
     */
    public void requireRoom(int fewest) throws IOException {
        MemoryConsumer holder = outside == null ? owner : outside;
        long bytes = outside == null ? fewest : memory.blockFor(fewest);
        memory.require(bytes, holder);
        memory.release(bytes, holder);
    }

    /** Adds a page on the heap whose memory its owner holds already, and goes on holding. */
    public void adopt(byte[] page) {
        growTables();
        arrays[count++] = page;
    }

    private void growTables() {
        if (count == arrays.length) {
            arrays = Arrays.copyOf(arrays, 2 * count);
        }
    }

    private ByteBuffer buffer(int page) {
        ByteBuffer buffer = buffers[page];
        if (buffer == null) {
            throw new IllegalStateException("there is no page " + page);
        }
        return buffer;
    }

    /** The array of a page on the heap; null if it is outside. */
    public byte @Nullable [] array(int page) {
        return arrays[page];
    }

    public int getInt(int page, int at) {
        byte[] array = arrays[page];
        return array != null ? (int) INT.get(array, at) : (int) OUTSIDE_INT.get(buffer(page), at);
    }

    public void putInt(int page, int at, int value) {
        byte[] array = arrays[page];
        if (array != null) {
            INT.set(array, at, value);
        } else {
            OUTSIDE_INT.set(buffer(page), at, value);
        }
    }

    public long getLong(int page, int at) {
        byte[] array = arrays[page];
        return array != null ? (long) LONG.get(array, at) : (long) OUTSIDE_LONG.get(buffer(page), at);
    }

    public void putLong(int page, int at, long value) {
        byte[] array = arrays[page];
        if (array != null) {
            LONG.set(array, at, value);
        } else {
            OUTSIDE_LONG.set(buffer(page), at, value);
        }
    }

    /** Copies bytes into a page. */
    public void put(int page, int at, byte[] source, int offset, int length) {
        byte[] array = arrays[page];
        if (array != null) {
            System.arraycopy(source, offset, array, at, length);
        } else {
            buffer(page).put(at, source, offset, length);
        }
    }

    /** Copies bytes out of a page. */
    public void get(int page, int at, byte[] target, int offset, int length) {
        byte[] array = arrays[page];
        if (array != null) {
            System.arraycopy(array, at, target, offset, length);
        } else {
            buffer(page).get(at, target, offset, length);
        }
    }

    /** Whether a page holds these bytes at a place; the bytes there are in the page. */
    public boolean holds(int page, int at, byte[] bytes, int offset, int length) {
        byte[] array = arrays[page];
        return array != null
                ? Arrays.equals(array, at, at + length, bytes, offset, offset + length)
                : holdsOutside(buffer(page), at, bytes, offset, length);
    }

    private static boolean holdsOutside(ByteBuffer page, int at, byte[] bytes, int offset, int length) {
        int i = 0;
        for (; i <= length - Long.BYTES; i += Long.BYTES) {
            if ((long) OUTSIDE_LONG.get(page, at + i) != (long) LONG.get(bytes, offset + i)) {
                return false;
            }
        }
        for (; i < length; i++) {
            if (page.get(at + i) != bytes[offset + i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Leaves the memory of the pages on the heap to the caller, who gives it back to the {@link TaskMemory} in the name of
     * the owner. The pages stay until {@link #clear}.
     *
     * @return how much it is
     */
    public long handOver() {
        long handed = heldOnHeap;
        heldOnHeap = 0;
        return handed;
    }

    /**
     * Forgets all pages and gives their memory back.
     *
     * @return how much that was
     */
    public long clear() {
        long freed = heldOnHeap + heldOutside;
        if (outside != null && heldOutside > 0) {
            dropBlocks();
            memory.release(heldOutside, outside);
            memory.untrack(this);
            heldOutside = 0;
        }
        memory.release(heldOnHeap, owner);
        heldOnHeap = 0;
        Arrays.fill(arrays, 0, count, null);
        count = 0;
        return freed;
    }

    /** Forgets all pages but the first, which is on the heap, and gives their memory back. */
    public void keepFirst() {
        byte[] first = arrays[0];
        if (count == 0 || first == null) {
            clear();
            return;
        }
        long kept = Math.min(heldOnHeap, first.length);
        heldOnHeap -= kept;
        clear();
        heldOnHeap = kept;
        adopt(first);
    }

    /** The blocks go back at once; whoever still asks for them is refused. */
    void dropBlocks() {
        for (int page = 0; page < Math.min(count, blocks.length); page++) {
            DirectBlock block = blocks[page];
            blocks[page] = null;
            buffers[page] = null;
            if (block != null) {
                memory.giveBlock(block);
            }
        }
    }
}
