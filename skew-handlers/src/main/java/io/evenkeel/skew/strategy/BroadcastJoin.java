package io.evenkeel.skew.strategy;

import io.evenkeel.broadcast.Broadcast;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SkewRewriting;
import io.evenkeel.dataset.SkewStep;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.operator.FlatMapOperator;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.plan.JoinType;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Joins without a shuffle: one side goes to every executor whole, and the rows of the other meet it where they are. Stateless. */
final class BroadcastJoin {

    private static final Logger LOG = LoggerFactory.getLogger(BroadcastJoin.class);

    private BroadcastJoin() {}

    /** The join, unless no side that may be broadcast is small enough. */
    static <K, V, W> Optional<KeyedDataset<K, Object>> join(
            SkewRewriting rewriting,
            JoinType type,
            KeyedDataset<K, V> left,
            KeyedDataset<K, W> right,
            SkewStep.BroadcastSide step) {
        long limit = step.threshold()
                .orElseGet(
                        () -> StrategySettings.from(rewriting.configuration()).broadcastThreshold())
                .bytes();
        for (Side side : new Side[] {Side.RIGHT, Side.LEFT}) {
            boolean isWanted = step.side().map(wanted -> wanted == side).orElse(true);
            if (isWanted && Legality.mayCopy(type, side)) {
                KeyedDataset<K, ?> fetched = side == Side.LEFT ? left : right;
                KeyedDataset<K, ?> stream = side == Side.LEFT ? right : left;
                Optional<HashedRows> small =
                        SmallSide.fetch(rewriting, fetched, limit, type.matchesNull(), type.givesPairs());
                if (small.isPresent()) {
                    return Optional.of(joined(rewriting, type, side, stream, small.get()));
                }
                LOG.info(
                        "{}: the {} side takes more than {} bytes and is not broadcast",
                        rewriting.callSite(),
                        side,
                        limit);
            }
        }
        return Optional.empty();
    }

    private static <K, S> KeyedDataset<K, Object> joined(
            SkewRewriting rewriting, JoinType type, Side side, KeyedDataset<K, S> stream, HashedRows small) {
        Broadcast<HashedRows> everywhere = rewriting.broadcast(small);
        return rewriting.pipe(stream, new Matching<>(type, side, everywhere));
    }

    /**
     * Looks up what each row meets. Immutable.
     *
     * @param small which side was broadcast
     */
    private record Matching<K, S>(JoinType type, Side small, Broadcast<HashedRows> rows)
            implements Operator<Pair<K, S>, Pair<K, Object>> {

        @Override
        public String name() {
            return type.describe() + ", " + (small == Side.LEFT ? "left" : "right") + " side broadcast";
        }

        @Override
        public Records<Pair<K, Object>> open(Records<Pair<K, S>> input, TaskContext context) throws Exception {
            HashedRows known = rows.value();
            return new FlatMapOperator<Pair<K, S>, Pair<K, Object>>(row -> matches(row, known)).open(input, context);
        }

        private List<Pair<K, Object>> matches(Pair<K, S> row, HashedRows known) {
            boolean canMatch = row.key() != null || type.matchesNull();
            return switch (type) {
                case INNER -> canMatch ? pairs(row, known.values(row.key())) : List.of();
                case LEFT_OUTER, RIGHT_OUTER, FULL_OUTER -> {
                    List<Object> found = canMatch ? known.values(row.key()) : List.of();
                    yield found.isEmpty() ? List.of(pair(row, null)) : pairs(row, found);
                }
                case SEMI -> canMatch && known.contains(row.key()) ? List.of(whole(row)) : List.of();
                case ANTI, SUBTRACT -> canMatch && known.contains(row.key()) ? List.of() : List.of(whole(row));
            };
        }

        private List<Pair<K, Object>> pairs(Pair<K, S> row, List<Object> found) {
            List<Pair<K, Object>> pairs = new ArrayList<>(found.size());
            for (Object value : found) {
                pairs.add(pair(row, value));
            }
            return pairs;
        }

        @SuppressWarnings("NullAway") // values may be null
        private Pair<K, Object> pair(Pair<K, S> row, @Nullable Object found) {
            return new Pair<>(
                    row.key(), small == Side.LEFT ? new Pair<>(found, row.value()) : new Pair<>(row.value(), found));
        }

        private Pair<K, Object> whole(Pair<K, S> row) {
            return new Pair<>(row.key(), row.value());
        }
    }
}
