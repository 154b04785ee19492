package io.evenkeel.scheduler.skew;

import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.Skew;
import io.evenkeel.plan.JoinType;
import io.evenkeel.record.Pair;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Joins by comparing each row with each: too slow for anything but to be right. Stateless. */
final class JoinOracle {

    private JoinOracle() {}

    /** A row as text, in an order, so that results can be compared whatever order they come in. */
    static List<String> sorted(List<?> rows) {
        return rows.stream()
                .map(String::valueOf)
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    /** What the engine gives, in the same form as {@link #expected}. */
    static List<String> joined(
            JoinType type,
            KeyedDataset<@Nullable String, Long> left,
            KeyedDataset<@Nullable String, Long> right,
            Skew skew) {
        return sorted(dataset(type, left, right, skew).collect());
    }

    static KeyedDataset<@Nullable String, ?> dataset(
            JoinType type,
            KeyedDataset<@Nullable String, Long> left,
            KeyedDataset<@Nullable String, Long> right,
            Skew skew) {
        return switch (type) {
            case INNER -> left.join(right, skew);
            case LEFT_OUTER -> left.leftOuterJoin(right, skew);
            case RIGHT_OUTER -> left.rightOuterJoin(right, skew);
            case FULL_OUTER -> left.fullOuterJoin(right, skew);
            case SEMI -> left.semiJoin(right, skew);
            case ANTI -> left.antiJoin(right, skew);
            case SUBTRACT -> left.subtractByKey(right, skew);
        };
    }

    private static boolean matches(JoinType type, @Nullable String left, @Nullable String right) {
        return Objects.equals(left, right) && (left != null || type.matchesNull());
    }

    /** What the join is. */
    @SuppressWarnings("NullAway") // unmatched rows have null for the other value
    static List<String> expected(
            JoinType type, List<Pair<@Nullable String, Long>> left, List<Pair<@Nullable String, Long>> right) {
        List<Object> rows = new ArrayList<>();
        boolean[] rightMatched = new boolean[right.size()];
        for (Pair<@Nullable String, Long> l : left) {
            boolean isMatched = false;
            for (int r = 0; r < right.size(); r++) {
                if (matches(type, l.key(), right.get(r).key())) {
                    isMatched = true;
                    rightMatched[r] = true;
                    if (type.givesPairs()) {
                        rows.add(new Pair<>(
                                l.key(), new Pair<>(l.value(), right.get(r).value())));
                    }
                }
            }
            if (type.givesPairs() ? type.keepsLeft() && !isMatched : isMatched == (type == JoinType.SEMI)) {
                rows.add(type.givesPairs() ? new Pair<>(l.key(), new Pair<>(l.value(), null)) : l);
            }
        }
        for (int r = 0; r < right.size(); r++) {
            if (type.keepsRight() && !rightMatched[r]) {
                rows.add(new Pair<>(
                        right.get(r).key(), new Pair<>(null, right.get(r).value())));
            }
        }
        return sorted(rows);
    }
}
