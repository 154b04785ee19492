package io.evenkeel.perf.workload;

import io.evenkeel.broadcast.Broadcast;
import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** W5: facts joined with dimensions, some keys hot. Stateless. */
final class JoinWorkload implements Workload {

    private static final int SALTS = 8;

    /** A key that is spread by hand. */
    record SaltedKey(long key, int salt) {}

    @Override
    public String name() {
        return "W5";
    }

    @Override
    public String summary() {
        return "join of 20,000,000 facts with 100,000 dimensions (one key 40 %), or with 2,000,000 (big: five keys 8 %)";
    }

    @Override
    public List<String> variants() {
        return List.of("shuffle-auto", "shuffle-naive", "broadcast", "salted", "big-auto", "big-naive");
    }

    /** What is naive takes the partitions as they fall. */
    @Override
    public Map<String, String> settings(String variant) {
        return variant.endsWith("-naive") ? Map.of("evenkeel.adaptive.enabled", "false") : Map.of();
    }

    @Override
    public Digest run(EngineSession session, RunRequest request, RunMeter meter) {
        KeyDistribution keys = request.keys();
        KeyedDataset<Long, Long> facts = session.range(0, request.records())
                .keyBy(record -> keys.key(record))
                .mapValues(record -> GeneratedRows.value(record));
        KeyedDataset<Long, Long> dimensions = session.range(0, request.dimensions())
                .keyBy(rank -> KeyDistribution.ofRank(rank))
                .mapValues(rank -> GeneratedRows.attribute(rank));
        Dataset<Long> products = switch (request.variant()) {
            case "shuffle-auto", "shuffle-naive", "big-auto", "big-naive" ->
                facts.join(dimensions)
                        .map(row -> row.value().key() * row.value().value());
            case "broadcast" -> broadcast(session, facts, dimensions);
            case "salted" -> salted(facts, dimensions);
            default -> throw new IllegalArgumentException("no variant of W5: " + request.variant());
        };
        return Digest.of(session, products, product -> Mixing.mix(product));
    }

    private static Dataset<Long> broadcast(
            EngineSession session, KeyedDataset<Long, Long> facts, KeyedDataset<Long, Long> dimensions) {
        Map<Long, Long> attributes = new HashMap<>();
        dimensions.collect().forEach(row -> attributes.put(row.key(), row.value()));
        Broadcast<Map<Long, Long>> shared = session.broadcast(attributes);
        return facts.flatMap(fact -> {
            Long attribute = shared.value().get(fact.key());
            return attribute == null ? List.of() : List.of(fact.value() * attribute);
        });
    }

    /** What a user writes by hand: salts on one side, copies of the other. */
    private static Dataset<Long> salted(KeyedDataset<Long, Long> facts, KeyedDataset<Long, Long> dimensions) {
        return facts.keyBy(fact -> new SaltedKey(fact.key(), (int) (Mixing.mix(fact.value()) & (SALTS - 1))))
                .mapValues(fact -> fact.value())
                .join(dimensions
                        .flatMap(row -> IntStream.range(0, SALTS)
                                .mapToObj(salt -> new Copy(new SaltedKey(row.key(), salt), row.value()))
                                .toList())
                        .keyBy(Copy::key)
                        .mapValues(Copy::attribute))
                .map(row -> row.value().key() * row.value().value());
    }

    /** One of the copies of a dimension. */
    record Copy(SaltedKey key, long attribute) {}
}
