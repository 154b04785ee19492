package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.sort.RecordCursor;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.sort.SpillableRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of one hash, each with what is combined for it, in the order they first came. As many keys as memory holds are
 * collected at a time; entries of the others are put aside in a list that can spill, out of which the next keys are
 * collected. So memory does not grow with the number of keys that share a hash, only with the largest result.
 *
 * <p>How much the results take is reckoned from their encodings, as in {@link ObjectAggregationMap}: what was combined is
 * taken for the sum of its parts, until it is too much; then it is encoded to see.
 *
 * <p>Confined to the task's thread.
 */
final class EqualHashes<K, C> implements AutoCloseable {

    /** What is kept from one hash to the next. */
    private static final long KEPT_BYTES = 1 << 14;

    private final SpillContext context;
    private final MemoryConsumer owner;
    private final Combiner<?, C> combiner;
    private final Codec<K> keyCodec;
    private final Codec<C> combinedCodec;
    private final ByteReader reader = new ByteReader();
    private final ByteWriter scratch = new ByteWriter(64);
    private final List<Key<K, C>> keys = new ArrayList<>();
    private int shown = -1;
    private long encodedBytes;
    private long longest;

    /** Whether nothing was combined since it was measured. */
    private boolean isExact = true;

    private long heldBytes;

    /** What was acquired before the first entry was added: it may not be had again. */
    private long reservedBytes;

    /** Entries of keys that are not collected; null until there are such. */
    private @Nullable SpillableRecords aside;

    private @Nullable SpillableRecords spare;

    EqualHashes(
            SpillContext context,
            MemoryConsumer owner,
            Combiner<?, C> combiner,
            Codec<K> keyCodec,
            Codec<C> combinedCodec) {
        this.context = context;
        this.owner = owner;
        this.combiner = combiner;
        this.keyCodec = keyCodec;
        this.combinedCodec = combinedCodec;
    }

    private static final class Key<K, C> {

        private final K key;
        private C combined;

        Key(K key, C combined) {
            this.key = key;
            this.combined = combined;
        }
    }

    /** Moves to the next key; false if there is none any more, so that those of another hash can be added. */
    boolean next() throws Exception {
        if (shown + 1 >= keys.size() && shown >= 0) {
            clear();
            collectFromAside();
        }
        if (keys.isEmpty()) {
            return false;
        }
        shown++;
        return true;
    }

    K key() {
        return keys.get(shown).key;
    }

    C combined() {
        return keys.get(shown).combined;
    }

    private void clear() {
        keys.clear();
        shown = -1;
        encodedBytes = 0;
        isExact = true;
        long kept = Math.max(KEPT_BYTES, reservedBytes);
        if (heldBytes > 2 * kept) {
            release(heldBytes - kept);
        }
    }

    /** Adds an encoded entry. */
    void add(byte[] bytes, int offset, int length) throws Exception {
        reader.reset(bytes, offset, length);
        K key = keyCodec.read(reader);
        add(key, combinedCodec.read(reader), length);
    }

    /** Adds an entry; the user's function may change what is combined. */
    void add(K key, C combined) throws Exception {
        add(key, combined, encode(key, combined));
    }

    private int encode(K key, C combined) {
        scratch.reset();
        keyCodec.write(key, scratch);
        combinedCodec.write(combined, scratch);
        return scratch.position();
    }

    private void add(K key, C combined, int length) throws Exception {
        longest = Math.max(longest, length);
        for (Key<K, C> known : keys) {
            if (StructuralEquality.equals(known.key, key)) {
                known.combined = combiner.merge(known.combined, combined);
                encodedBytes += length;
                isExact = false;
                hold();
                return;
            }
        }
        if (keys.isEmpty() || (isEmpty(aside) && hasRoom(length))) {
            keys.add(new Key<>(key, combined));
            encodedBytes += length;
            hold();
        } else {
            putAside(key, combined);
        }
    }

    private static boolean isEmpty(@Nullable SpillableRecords list) {
        return list == null || list.count() == 0;
    }

    private void putAside(K key, C combined) throws IOException {
        if (aside == null) {
            aside = new SpillableRecords(context);
        }
        encode(key, combined);
        aside.append(scratch.array(), 0, scratch.position());
    }

    private void collectFromAside() throws Exception {
        SpillableRecords from = aside;
        if (from == null || isEmpty(from)) {
            return;
        }
        aside = spare;
        spare = from;
        try (RecordCursor cursor = from.open()) {
            while (cursor.next()) {
                add(cursor.array(), cursor.offset(), cursor.length());
            }
        }
        from.clear();
    }

    /**
     * Whether one key more is within what is held, or can be had. Where more has to be acquired, so much has to be left over
     * that the results can double, and that entries can be put aside.
     */
    private boolean hasRoom(int length) throws IOException {
        if (fits(length)) {
            return true;
        }
        long headroom = heldBytes + 4 * (context.settings().blockSize().bytes() + longest);
        long missing = missing(length);
        if (acquire(Math.max(missing, heldBytes / 2) + headroom) || acquire(missing + headroom)) {
            release(headroom);
            return true;
        }
        return false;
    }

    /** Acquires what the present keys take. */
    private void hold() throws IOException {
        if (!fits(0) && !acquire(Math.max(missing(0), Math.max(KEPT_BYTES, heldBytes / 2)))) {
            requireBytes(missing(0));
        }
    }

    /** Whether what is collected, with so many more encoded bytes, is within what is held. */
    private boolean fits(int moreBytes) {
        if (missing(moreBytes) > 0 && !isExact) {
            measure();
        }
        return missing(moreBytes) <= 0;
    }

    private boolean acquire(long bytes) throws IOException {
        long granted = context.memory().acquire(bytes, owner);
        heldBytes += granted;
        if (granted < bytes) {
            release(granted);
            return false;
        }
        return true;
    }

    private void release(long bytes) {
        heldBytes -= bytes;
        context.memory().release(bytes, owner);
    }

    private void measure() {
        encodedBytes = 0;
        for (Key<K, C> known : keys) {
            encodedBytes += encode(known.key, known.combined);
        }
        isExact = true;
    }

    private long missing(int moreBytes) {
        return ObjectAggregationMap.OBJECT_FACTOR * (encodedBytes + moreBytes)
                + (long) ObjectAggregationMap.ENTRY_BYTES * (keys.size() + 1)
                - heldBytes;
    }

    /** Acquires what one entry of this length takes as an object, before any is added; false if it can't be had. */
    boolean reserve(int length) throws IOException {
        long missing = missing(length);
        long granted = missing <= 0 ? 0 : context.memory().acquire(missing, owner);
        heldBytes += granted;
        reservedBytes = heldBytes;
        return granted >= missing;
    }

    /** As {@link #reserve}, but fails if it can't be had. */
    void require(int length) throws IOException {
        requireBytes(missing(length));
        reservedBytes = heldBytes;
    }

    private void requireBytes(long missing) throws IOException {
        if (missing > 0) {
            context.memory().require(missing, owner);
            heldBytes += missing;
        }
    }

    @Override
    public void close() throws IOException {
        keys.clear();
        context.memory().release(heldBytes, owner);
        heldBytes = 0;
        SpillableRecords first = aside;
        SpillableRecords second = spare;
        try (first) {
            if (second != null) {
                second.close();
            }
        }
    }
}
