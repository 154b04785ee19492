package io.evenkeel.task;

import io.evenkeel.aggregate.RowsByKey;
import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.Codec;
import io.evenkeel.error.Closing;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.Records;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Opens joins of two shuffles: takes the side that has fewer bytes into memory and looks the other one up in it. Where the
 * side in memory turns out too large, or its keys are not equal by their bytes, both sides are grouped by sorting, which
 * spills. Confined to the task's thread.
 *
 * <p>Source: the hybrid of hash and sort-merge join in Graefe, "Query Evaluation Techniques for Large Databases", ACM
 * Computing Surveys 25(2), 1993, section 5.
 */
final class JoinReader {

    private final ReduceInputs inputs;
    private final ReduceOperator.Join operator;
    private final Codec<Object> keyCodec;
    private final List<Codec<Object>> valueCodecs;
    private final @Nullable ChosenKeys chosen;
    private final EncodedRecord record;
    private final int heldSide;

    private JoinReader(
            ReduceInputs inputs,
            ReduceOperator.Join operator,
            Codec<Object> keyCodec,
            List<Codec<Object>> valueCodecs,
            int heldSide) {
        this.inputs = inputs;
        this.operator = operator;
        this.keyCodec = keyCodec;
        this.valueCodecs = valueCodecs;
        this.heldSide = heldSide;
        this.chosen = inputs.chosen(keyCodec);
        this.record = new EncodedRecord(keyCodec, chosen);
    }

    static Records<Object> open(ReduceOperator.Join operator, ReduceInputs inputs) throws IOException {
        Optional<Codec<Object>> key = inputs.keyCodec();
        Optional<Codec<Object>> left = inputs.valueCodec(0);
        Optional<Codec<Object>> right = inputs.valueCodec(1);
        long leftBytes = inputs.bytes(0);
        long rightBytes = inputs.bytes(1);
        boolean isPossible = key.isPresent() && key.get().canonical() && left.isPresent() && right.isPresent();
        if (!isPossible || Math.min(leftBytes, rightBytes) > inputs.joinBytes()) {
            return ReduceOpener.ofGroups(operator, GroupReader.read(inputs, 2));
        }
        int heldSide = leftBytes < rightBytes ? 0 : 1;
        return new JoinReader(inputs, operator, key.get(), List.of(left.get(), right.get()), heldSide).open();
    }

    private Records<Object> open() throws IOException {
        RowsByKey held = new RowsByKey(inputs.spills().memory(), inputs.spills().settings(), inputs.joinBytes());
        try {
            try (ShuffleCursor cursor = inputs.open(heldSide)) {
                if (!hold(cursor, held)) {
                    return ReduceOpener.ofGroups(operator, GroupReader.readBehind(inputs, held, heldSide, cursor));
                }
            }
            JoinType type = operator.type();
            return new ProbedRows(
                    held,
                    inputs.open(1 - heldSide),
                    type,
                    heldSide == 0,
                    keyCodec,
                    valueCodecs.get(heldSide),
                    valueCodecs.get(1 - heldSide),
                    chosen);
        } catch (Throwable e) {
            Closing.after(e, held);
            throw e;
        }
    }

    /** Takes rows into memory; false if there was no room for one, before which the cursor stands again. */
    private boolean hold(ShuffleCursor cursor, RowsByKey held) throws IOException {
        Codec<Object> valueCodec = valueCodecs.get(heldSide);
        while (cursor.next()) {
            ByteReader in = cursor.in();
            boolean isTaken = record.skipKey(in);
            valueCodec.skip(in);
            int length = in.position() - record.start();
            if (isTaken && !held.add(record.hash(), record.array(), record.start(), record.keyLength(), length)) {
                cursor.back(record.start());
                return false;
            }
        }
        return true;
    }
}
