package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.sort.RestOfRun;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a map in order, that go on from a file when their memory is wanted half way. Stands before the first at
 * the start. Confined to the task's thread.
 */
final class MemoryEntries<K, C> implements AutoCloseable {

    /** Writes entries behind everything that was spilled. */
    @FunctionalInterface
    interface Spilling<K, C> {

        /** What reads them again; empty if that would take more memory than they hold. */
        Optional<RestOfRun> spill(List<ObjectAggregationMap.Entry<K, C>> entries, long heldBytes) throws IOException;
    }

    private final Codec<K> keyCodec;
    private final Codec<C> combinedCodec;
    private final Spilling<K, C> spilling;
    private final ByteReader reader = new ByteReader();
    private List<ObjectAggregationMap.Entry<K, C>> entries;
    private int next;
    private ObjectAggregationMap.@Nullable Entry<K, C> current;

    /** What the entries take; when they are on file, what one of them does. */
    private long heldBytes;

    /** Where they go on; what is in memory is over then. */
    private @Nullable RestOfRun rest;

    MemoryEntries(
            List<ObjectAggregationMap.Entry<K, C>> entries,
            long heldBytes,
            Codec<K> keyCodec,
            Codec<C> combinedCodec,
            Spilling<K, C> spilling) {
        this.entries = entries;
        this.heldBytes = heldBytes;
        this.keyCodec = keyCodec;
        this.combinedCodec = combinedCodec;
        this.spilling = spilling;
    }

    /** Moves to the next entry; null at the end. */
    ObjectAggregationMap.@Nullable Entry<K, C> next() throws IOException {
        if (next < entries.size()) {
            current = entries.get(next++);
        } else if (rest != null && rest.next()) {
            reader.reset(rest.array(), rest.offset(), rest.length());
            current = ObjectAggregationMap.Entry.of(rest.prefix(), keyCodec.read(reader), combinedCodec.read(reader));
        } else {
            current = null;
        }
        return current;
    }

    /** The entry it stands at; null before the first and behind the last. */
    ObjectAggregationMap.@Nullable Entry<K, C> current() {
        return current;
    }

    /**
     * Puts the entries behind the current one into a file.
     *
     * @return how much of what is held is free now
     */
    long spill() throws IOException {
        if (rest != null || heldBytes == 0) {
            return 0;
        }
        long freed = heldBytes;
        if (next < entries.size()) {
            Optional<RestOfRun> spilled = spilling.spill(entries.subList(next, entries.size()), heldBytes);
            if (spilled.isEmpty()) {
                return 0;
            }
            RestOfRun onFile = spilled.get();
            rest = onFile;
            freed -= onFile.keptBytes();
            long decoded = Math.min(freed, (long) ObjectAggregationMap.OBJECT_FACTOR * onFile.longestRecord());
            forget(decoded);
            return freed - decoded;
        }
        forget(0);
        return freed;
    }

    private void forget(long stillHeld) {
        entries = List.of();
        next = 0;
        heldBytes = stillHeld;
    }

    /** Drops what is in memory; says how much its owner gives back. */
    long drop() {
        current = null;
        long freed = heldBytes;
        forget(0);
        return freed;
    }

    @Override
    public void close() throws IOException {
        if (rest != null) {
            rest.close();
        }
    }
}
