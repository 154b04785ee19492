package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import java.util.List;

/** W6: records of 98 bytes dealt out to 8, 200 or 2,000 partitions by key, then counted. Stateless. */
final class RepartitionWorkload implements Workload {

    @Override
    public String name() {
        return "W6";
    }

    @Override
    public String summary() {
        return "shuffle of 20,000,000 records of 98 bytes to so many partitions";
    }

    @Override
    public List<String> variants() {
        return List.of("8", "200", "2000");
    }

    @Override
    public Digest run(EngineSession session, RunRequest request, RunMeter meter) {
        return Digest.of(
                session,
                session.range(0, request.records())
                        .map(record -> new SortWorkload.Row(GeneratedRows.sortKey(record), GeneratedRows.body(record)))
                        .repartition(Integer.parseInt(request.variant())),
                row -> Digest.hash(row.key(), row.body().length));
    }
}
