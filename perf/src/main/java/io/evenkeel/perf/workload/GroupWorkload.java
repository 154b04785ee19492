package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import java.util.List;

/** W3: real groups, of which each is walked through. Stateless. */
final class GroupWorkload implements Workload {

    /** What is made of a group. */
    record Group(long key, long count, long largest) {}

    @Override
    public String name() {
        return "W3";
    }

    @Override
    public String summary() {
        return "group by key, then count and maximum, of 20,000,000 pairs of longs";
    }

    @Override
    public List<String> variants() {
        return List.of("uniform1m", "hot30");
    }

    @Override
    public Digest run(EngineSession session, RunRequest request, RunMeter meter) {
        KeyDistribution keys = request.keys();
        return Digest.of(
                session,
                session.range(0, request.records())
                        .keyBy(record -> keys.key(record))
                        .mapValues(record -> GeneratedRows.value(record))
                        .groupByKey()
                        .map(group -> group(group.key(), group.value())),
                group -> Digest.hash(group.key(), Digest.hash(group.count(), group.largest())));
    }

    private static Group group(long key, Iterable<Long> values) {
        long count = 0;
        long largest = Long.MIN_VALUE;
        for (long value : values) {
            count++;
            largest = Math.max(largest, value);
        }
        return new Group(key, count, largest);
    }
}
