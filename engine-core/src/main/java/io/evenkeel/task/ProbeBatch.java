package io.evenkeel.task;

import io.evenkeel.aggregate.RowsByKey;
import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralHash;
import org.jspecify.annotations.Nullable;

/**
 * Records of one side of a join, a few of one chunk at a time, whose keys are looked up in the other side: what the lookups
 * read is fetched from memory side by side, where one after the other would wait for it. Stands before the first at the
 * start. Confined to the task's thread.
 *
 * <p>Source: group prefetching, in Chen, Ailamaki, Gibbons, Mowry, "Improving Hash Join Performance through Prefetching",
 * ICDE 2004.
 */
final class ProbeBatch {

    private static final int MOST = 32;

    private final ShuffleCursor read;
    private final RowsByKey held;
    private final Codec<Object> keyCodec;
    private final Codec<Object> valueCodec;
    private final @Nullable ChosenKeys chosen;
    private final ByteReader part = new ByteReader();
    private final int[] starts = new int[MOST];
    private final int[] valueStarts = new int[MOST];
    private final int[] ends = new int[MOST];
    private final long[] hashes = new long[MOST];
    private byte[] array = new byte[0];
    private int count;
    private int at = -1;

    /** @param chosen which keys are taken; null for all */
    ProbeBatch(
            ShuffleCursor read,
            RowsByKey held,
            Codec<Object> keyCodec,
            Codec<Object> valueCodec,
            @Nullable ChosenKeys chosen) {
        this.read = read;
        this.held = held;
        this.keyCodec = keyCodec;
        this.valueCodec = valueCodec;
        this.chosen = chosen;
    }

    /** Moves to the next record that is taken; false at the end. */
    boolean next() {
        while (++at >= count) {
            at = -1;
            if (!readOn()) {
                return false;
            }
        }
        return true;
    }

    /** Looks for the bounds of some more records, of which none may be taken; false at the end. */
    private boolean readOn() {
        count = 0;
        if (!read.next()) {
            return false;
        }
        ByteReader in = read.in();
        array = in.array();
        do {
            take(in);
        } while (count < MOST && read.nextInChunk());
        held.fetch(hashes, count);
        return true;
    }

    private void take(ByteReader in) {
        int start = in.position();
        keyCodec.skip(in);
        int end = in.position();
        valueCodec.skip(in);
        if (chosen == null || chosen.takes(array, start, end)) {
            starts[count] = start;
            valueStarts[count] = end;
            ends[count] = in.position();
            hashes[count] = StructuralHash.hashBytes(array, start, end - start);
            count++;
        }
    }

    /** What is known of its key in the other side; {@link RowsByKey#NONE} if it isn't there. */
    long find() {
        return held.find(array, starts[at], valueStarts[at] - starts[at], hashes[at]);
    }

    /** Decodes the key. */
    Object key() {
        part.reset(array, starts[at], valueStarts[at] - starts[at]);
        return keyCodec.read(part);
    }

    /** Decodes the value. */
    Object value() {
        part.reset(array, valueStarts[at], ends[at] - valueStarts[at]);
        return valueCodec.read(part);
    }
}
