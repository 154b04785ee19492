package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.sort.ExternalSorter;
import io.evenkeel.sort.SpillContext;
import java.io.IOException;
import java.util.Arrays;

/**
 * Groups encoded records by key, of one side or of several that are joined: sorts them by hash and, if the keys' codec is
 * canonical, by the bytes of the key, unless keys of one hash are equal anyway ({@link Codec#isOneWord}); otherwise
 * structural equality tells the keys of one hash apart. Neither the keys nor the values of one key need to fit into memory.
 *
 * <p>Use: {@link #add} each record, {@link #groups} once, read to the end, {@link #close}. Confined to the task's thread.
 *
 * <pre>
 * record in the sorter:  length of the key (4 bytes) | key | side (1 byte) | value
 * </pre>
 */
public final class RecordGrouper<K> implements AutoCloseable {

    static final int KEY = Integer.BYTES;
    private static final int MOST_SIDES = 128;

    private final SpillContext context;
    private final Codec<K> keyCodec;
    private final int sides;
    private final ExternalSorter sorter;
    private final ByteWriter scratch = new ByteWriter(256);

    /**
     * Makes a grouper that holds nothing yet.
     *
     * @param keyCodec the codec of the keys of all sides
     * @param sides how many sides there are; 1 to group, 2 to join
     */
    public RecordGrouper(SpillContext context, Codec<K> keyCodec, int sides) {
        if (sides < 1 || sides > MOST_SIDES) {
            throw new IllegalArgumentException("sides must be 1 to " + MOST_SIDES + ": " + sides);
        }
        this.context = context;
        this.keyCodec = keyCodec;
        this.sides = sides;
        this.sorter = new ExternalSorter(context, comparesBytes(keyCodec) ? RecordGrouper::compareKeys : null);
    }

    private static boolean comparesBytes(Codec<?> keyCodec) {
        return keyCodec.canonical() && !keyCodec.isOneWord();
    }

    private static int compareKeys(byte[] a, int aStart, int aLength, byte[] b, int bStart, int bLength) {
        return Arrays.compareUnsigned(
                a,
                aStart + KEY,
                aStart + KEY + keyLength(a, aStart),
                b,
                bStart + KEY,
                bStart + KEY + keyLength(b, bStart));
    }

    static int keyLength(byte[] record, int offset) {
        return (record[offset] & 0xFF) << 24
                | (record[offset + 1] & 0xFF) << 16
                | (record[offset + 2] & 0xFF) << 8
                | (record[offset + 3] & 0xFF);
    }

    /**
     * Takes a record; its bytes are copied.
     *
     * @param side which side it belongs to, from 0
     * @param hash the structural hash of the key; {@link StructuralHash#hashBytes} of its bytes if they are {@link
     *     Codec#isOneWord one word}
     * @param record the array that holds the key and, right behind it, the value
     * @param offset where the key begins
     * @param keyLength how long the key is
     * @param length how long key and value are together
     */
    public void add(int side, long hash, byte[] record, int offset, int keyLength, int length) throws IOException {
        if (side < 0 || side >= sides) {
            throw new IllegalArgumentException("side " + side + " is not one of " + sides);
        }
        assert !keyCodec.isOneWord() || hash == StructuralHash.hashBytes(record, offset, keyLength)
                : "not the hash of the key's bytes";
        scratch.reset();
        scratch.writeInt(keyLength);
        scratch.writeBytes(record, offset, keyLength);
        scratch.writeByte(side);
        scratch.writeBytes(record, offset + keyLength, length - keyLength);
        sorter.insert(hash, scratch.array(), 0, scratch.position());
    }

    /** How often it was spilled; values of large groups that are spilled as they are read are not counted. */
    public long spills() {
        return sorter.spills();
    }

    /** The groups; ends the collecting. Closing them closes the grouper. */
    public KeyGroups<K> groups() throws IOException {
        return keyCodec.canonical()
                ? new KeyGroupsOfBytes<>(context, keyCodec, sides, sorter.sorted())
                : new KeyGroupsOfObjects<>(context, keyCodec, sides, sorter.sorted());
    }

    /** Frees the memory and deletes the files, if that was not done by closing the groups. Idempotent. */
    @Override
    public void close() throws IOException {
        sorter.close();
    }
}
