package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.stats.LongAccumulator;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** W4: records of 98 bytes sorted by a long and written as text. Stateless. */
final class SortWorkload implements Workload {

    /** The body without the end of its line. */
    private static final int LINE = GeneratedRows.BODY_BYTES - 2;

    /** A record with its key. */
    @SuppressWarnings("ArrayRecordComponent") // what many users' rows look like
    record Row(long key, byte[] body) {}

    @Override
    public String name() {
        return "W4";
    }

    @Override
    public String summary() {
        return "sort of 20,000,000 records of 98 bytes by a long, written as text";
    }

    @Override
    public List<String> variants() {
        return List.of("uniform");
    }

    @Override
    public Digest run(EngineSession session, RunRequest request, RunMeter meter) {
        LongAccumulator rows = session.longAccumulator("rows");
        LongAccumulator hash = session.longAccumulator("hash");
        session.range(0, request.records())
                .map(record -> new Row(GeneratedRows.sortKey(record), GeneratedRows.body(record)))
                .sortBy(Row::key)
                .map(row -> {
                    rows.add(1);
                    hash.add(Digest.hash(row.key(), row.body().length));
                    return row.key() + "\t" + new String(row.body(), 0, LINE, StandardCharsets.ISO_8859_1);
                })
                .writeText(request.directory().resolve("out").toString())
                .overwrite(true)
                .save();
        return new Digest(rows.value(), hash.value());
    }
}
