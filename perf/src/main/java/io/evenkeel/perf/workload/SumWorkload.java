package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import java.util.List;

/** W2: values added up by key. Stateless. */
final class SumWorkload implements Workload {

    @Override
    public String name() {
        return "W2";
    }

    @Override
    public String summary() {
        return "sum by key of 50,000,000 pairs of longs";
    }

    @Override
    public List<String> variants() {
        return List.of("uniform10m", "zipf12", "hot50");
    }

    @Override
    public Digest run(EngineSession session, RunRequest request, RunMeter meter) {
        KeyDistribution keys = request.keys();
        return Digest.of(
                session,
                session.range(0, request.records())
                        .keyBy(record -> keys.key(record))
                        .mapValues(record -> GeneratedRows.value(record))
                        .reduceByKey(Long::sum),
                sum -> Digest.hash(sum.key(), sum.value()));
    }
}
