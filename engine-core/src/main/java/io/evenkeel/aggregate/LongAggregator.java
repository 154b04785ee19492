package io.evenkeel.aggregate;

import io.evenkeel.codec.Codec;
import io.evenkeel.sort.SpillContext;
import java.io.IOException;

/**
 * Combines longs by encoded keys, however many keys there are. The codec of the keys is canonical.
 *
 * <p>Use: {@link #update} for each value, {@link #finish} once, read to the end, {@link #close}. It can be asked to spill
 * at any time, also while the result is read; the result is the same.
 *
 * <p>Confined to the task's thread.
 */
public interface LongAggregator<K> extends AutoCloseable {

    /** What suits the keys. */
    static <K> LongAggregator<K> of(SpillContext context, LongCombiner.Kind kind, Codec<K> keyCodec) {
        return keyCodec.isOneWord()
                ? new SpillingWordAggregator<>(context, kind, keyCodec)
                : new SpillingLongAggregator<>(context, kind, keyCodec);
    }

    /**
     * Combines one more accumulator into that of a key; the bytes are copied.
     *
     * @param hash the structural hash of the key
     * @param accumulator a value that went through {@link LongCombiner.Kind#lift}, or what a map task combined
     * @throws io.evenkeel.error.EngineException if there is not even memory for this key
     */
    void update(byte[] key, int offset, int length, long hash, long accumulator) throws IOException;

    /** How often it was spilled. */
    long spills();

    /**
     * Every key with its result, in no promised order; ends the collecting. Closing what is returned closes the aggregator.
     */
    AggregatedRecords<K, Long> finish() throws IOException;

    /** Frees the memory and deletes the files. Idempotent. */
    @Override
    void close() throws IOException;
}
