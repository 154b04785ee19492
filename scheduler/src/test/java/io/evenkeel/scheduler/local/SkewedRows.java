package io.evenkeel.scheduler.local;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.plan.JoinType;
import io.evenkeel.record.Pair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Rows of which a few keys have most, and what joins must make of them, worked out one by one. Immutable.
 *
 * @param rows pairs of a key, which may be null, and a number that no other row has
 */
record SkewedRows(List<Pair<@Nullable String, Integer>> rows) {

    @SuppressWarnings("NullAway") // null is a key like others
    static SkewedRows of(Random random, int most) {
        int count = random.nextInt(10) == 0 ? random.nextInt(3) : random.nextInt(most);
        int keys = 1 + random.nextInt(40);
        int hot = random.nextInt(4);
        double share = random.nextInt(4) * 0.3;
        List<Pair<@Nullable String, Integer>> rows = new ArrayList<>();
        for (int id = 0; id < count; id++) {
            String key = "k" + (random.nextDouble() < share ? random.nextInt(1 + hot) : random.nextInt(keys));
            rows.add(new Pair<>(random.nextInt(12) == 0 ? null : key, id));
        }
        return new SkewedRows(rows);
    }

    /** Those that have a key. */
    SkewedRows withoutNulls() {
        return new SkewedRows(rows.stream().filter(row -> row.key() != null).toList());
    }

    /** The rows as a dataset, with the order they have here. */
    KeyedDataset<@Nullable String, Integer> ordered(EngineSession session) {
        return keyed(session.of(rows));
    }

    /** The same behind a shuffle that brings them in no promised order. */
    KeyedDataset<@Nullable String, Integer> unordered(EngineSession session) {
        return keyed(session.of(rows)
                .keyBy(Pair::value)
                .reduceByKey((one, other) -> one)
                .map(Pair::value));
    }

    private static KeyedDataset<@Nullable String, Integer> keyed(Dataset<Pair<@Nullable String, Integer>> pairs) {
        return pairs.keyBy(Pair::key).mapValues(Pair::value);
    }

    /** The rows of a join as text, joined by the engine. */
    static Dataset<String> joined(
            JoinType type,
            KeyedDataset<@Nullable String, Integer> left,
            KeyedDataset<@Nullable String, Integer> right) {
        return switch (type) {
            case INNER -> left.join(right).map(SkewedRows::text);
            case LEFT_OUTER -> left.leftOuterJoin(right).map(SkewedRows::text);
            case RIGHT_OUTER -> left.rightOuterJoin(right).map(SkewedRows::text);
            case FULL_OUTER -> left.fullOuterJoin(right).map(SkewedRows::text);
            case SEMI -> left.semiJoin(right).map(SkewedRows::text);
            case ANTI -> left.antiJoin(right).map(SkewedRows::text);
            case SUBTRACT -> left.subtractByKey(right).map(SkewedRows::text);
        };
    }

    private static String text(Pair<?, ?> row) {
        return row.value() instanceof Pair<?, ?> values
                ? text(row.key(), values.key(), values.value())
                : text(row.key(), row.value(), "-");
    }

    private static String text(@Nullable Object key, @Nullable Object left, @Nullable Object right) {
        return key + ":" + left + ":" + right;
    }

    /** The rows of a join as text, worked out here: in no order. */
    List<String> expected(JoinType type, SkewedRows right) {
        Map<@Nullable String, List<Integer>> rightByKey = right.byKey();
        Map<@Nullable String, List<Integer>> leftByKey = byKey();
        List<String> expected = new ArrayList<>();
        for (Pair<@Nullable String, Integer> row : rows) {
            List<Integer> matches = row.key() == null && !type.matchesNull()
                    ? List.of()
                    : rightByKey.getOrDefault(row.key(), List.of());
            if (type.givesPairs()) {
                matches.forEach(match -> expected.add(text(row.key(), row.value(), match)));
                if (matches.isEmpty() && type.keepsLeft()) {
                    expected.add(text(row.key(), row.value(), null));
                }
            } else if (matches.isEmpty() == type.keepsLeft()) {
                expected.add(text(row.key(), row.value(), "-"));
            }
        }
        for (Pair<@Nullable String, Integer> row : right.rows) {
            boolean matched = row.key() != null && leftByKey.containsKey(row.key());
            if (type.keepsRight() && !matched) {
                expected.add(text(row.key(), null, row.value()));
            }
        }
        return expected;
    }

    Map<@Nullable String, List<Integer>> byKey() {
        Map<@Nullable String, List<Integer>> byKey = new HashMap<>();
        rows.forEach(row ->
                byKey.computeIfAbsent(row.key(), key -> new ArrayList<>()).add(row.value()));
        return byKey;
    }

    /** The rows in the order of their keys, null first, those of one key in the order they have. */
    List<Pair<@Nullable String, Integer>> sorted() {
        List<Pair<@Nullable String, Integer>> sorted = new ArrayList<>(rows);
        sorted.sort((one, other) ->
                Objects.requireNonNullElse(one.key(), "").compareTo(Objects.requireNonNullElse(other.key(), "")));
        return sorted;
    }
}
