package io.evenkeel.examples.table;

import io.evenkeel.dataset.Skew;
import io.evenkeel.dataset.SkewStep;
import java.util.List;
import java.util.Optional;

/** The words of {@code --strategy}: what is done about keys with very many rows. Stateless. */
final class Strategy {

    /** Of joins; the first is taken unless one is said. */
    static final List<String> OF_JOINS = List.of("auto", "shuffle", "broadcast", "split", "salt", "replicate");

    /** Of aggregations; likewise. */
    static final List<String> OF_AGGREGATIONS = List.of("auto", "shuffle", "salt");

    private static final int PARTS = 10;

    private Strategy() {}

    /** What to tell a join; empty for an ordinary one. */
    static Optional<Skew> ofJoin(String word) {
        return switch (word) {
            case "auto" -> Optional.of(Skew.auto());
            case "broadcast" -> Optional.of(Skew.broadcast());
            case "split" -> Optional.of(Skew.splitKeys());
            case "salt" -> Optional.of(Skew.saltAndReplicate(SkewStep.Side.LEFT, PARTS));
            case "replicate" -> Optional.of(Skew.saltAndReplicate(SkewStep.Side.RIGHT, PARTS));
            default -> Optional.empty();
        };
    }

    /** What to tell an aggregation; empty for an ordinary one. */
    static Optional<Skew> ofAggregation(String word) {
        return switch (word) {
            case "auto" -> Optional.of(Skew.auto());
            case "salt" -> Optional.of(Skew.twoStage(PARTS));
            default -> Optional.empty();
        };
    }
}
