package io.evenkeel.shuffle;

import io.evenkeel.aggregate.Combiner;
import io.evenkeel.codec.Codec;
import io.evenkeel.sort.SpillContext;

/**
 * What a {@link CombiningShuffleWriter} combines with. Immutable; what it holds is confined to the task.
 *
 * @param combiner the user's functions
 * @param keyCodec writes any key to a spill, and reads it back
 * @param combinedCodec writes anything that values are combined to, and reads it back
 * @param encoder makes the records of the output
 * @param spills where memory is spilled to
 */
public record ShuffleCombining(
        Combiner<Object, Object> combiner,
        Codec<Object> keyCodec,
        Codec<Object> combinedCodec,
        ShuffleRecordEncoder encoder,
        SpillContext spills) {}
