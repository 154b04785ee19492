package io.evenkeel.shuffle.sort;

import io.evenkeel.aggregate.AggregatedRecords;
import io.evenkeel.aggregate.CombineGauge;
import io.evenkeel.aggregate.SpillingObjectAggregator;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.id.MapIndex;
import io.evenkeel.memory.MemoryConsumer;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.shuffle.CombiningShuffleWriter;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.ShuffleCombining;
import io.evenkeel.shuffle.ShuffleRecordEncoder;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.format.IndexRow;
import io.evenkeel.shuffle.format.LayoutTable;
import io.evenkeel.shuffle.format.ReducerWriter;
import io.evenkeel.shuffle.format.ShuffleCommit;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Combines rows in the map structure: keys with what is combined for them, in memory as long as there is some, then in
 * spills sorted by reducer and hash. At the end memory and spills are merged, equal keys are combined, and each key is
 * written once.
 *
 * <p>When combining turns out not to reduce the rows, those that follow go into the array structure as they are; a key
 * may then stand in the output several times.
 *
 * <p>The map is ordered by a word made of both:
 *
 * <pre>
 * 63            32 31             0
 * | reducer (32)  | hash, low (32) |
 * </pre>
 *
 * Keys that share the word are told apart by equality. The reducer comes from the hash's high bits, so that the low ones
 * still differ within a reducer.
 *
 * <p>Confined to the task's thread. After a failure it can only be aborted.
 */
final class CombiningSortShuffleWriter implements CombiningShuffleWriter, MemoryConsumer {

    private static final String NAME = "combining sort writer";
    private static final long LOW_BITS = 0xFFFFFFFFL;
    private static final int NO_LAYOUT = -1;

    private final ShuffleSpec spec;
    private final TaskMemory memory;
    private final ShuffleCombining combining;
    private final SortAttempt attempt;
    private final LayoutTable layouts = new LayoutTable();
    private final SpillingObjectAggregator<Object, Object, Object> map;
    private final CombineGauge gauge = new CombineGauge();
    private final ByteWriter encoded = new ByteWriter(256);
    private long fixedBytes;
    private int layout = NO_LAYOUT;

    /** How often the map had spilled, and how many entries it had, when the gauge was looked at. */
    private long spillsSeen;

    private long entriesBefore;

    /** Where rows go since combining was given up; null before. */
    private @Nullable RecordArray array;

    private CombiningSortShuffleWriter(
            ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, ShuffleCombining combining) {
        this.spec = spec;
        this.memory = context.memory();
        this.combining = combining;
        this.attempt = new SortAttempt(spec, map, context);
        this.map = new SpillingObjectAggregator<>(
                combining.spills().through(new AttemptBlockFiles(attempt.files())),
                combining.combiner(),
                combining.keyCodec(),
                combining.combinedCodec());
    }

    static CombiningSortShuffleWriter open(
            ShuffleSpec spec, MapIndex map, ShuffleWriteContext context, ShuffleCombining combining)
            throws IOException {
        CombiningSortShuffleWriter writer = new CombiningSortShuffleWriter(spec, map, context, combining);
        try {
            writer.fixedBytes = writer.attempt.acquire(0, writer);
            return writer;
        } catch (IOException | RuntimeException e) {
            writer.abort(e);
            throw e;
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    /** What this holds itself it needs until the end; map and array are asked on their own. */
    @Override
    public long spill(long wantedBytes) {
        return 0;
    }

    @Override
    @SuppressWarnings("NullAway") // the codecs take null
    public void combine(int reducer, long hash, @Nullable Object key, @Nullable Object value) throws Exception {
        attempt.checkOpen(array == null || array.isOpen());
        if (reducer < 0 || reducer >= spec.reducers()) {
            throw new IllegalArgumentException(
                    "reducer " + reducer + " of " + spec.reducers() + " in " + spec.shuffle());
        }
        try {
            RecordArray rows = array;
            if (rows != null) {
                encode(key, combining.combiner().create(value));
                rows.insert(reducer, layout, encoded.array(), 0, encoded.position());
                return;
            }
            map.add(key, ((long) reducer << Integer.SIZE) | (hash & LOW_BITS), value);
            if (gauge.countRow() || map.spills() != spillsSeen) {
                look();
            }
        } catch (Exception | Error e) {
            attempt.fail();
            throw e;
        }
    }

    /** Looks whether combining is worth it: once while nothing was spilled, and at spills. */
    private void look() throws IOException {
        boolean spilled = map.spills() != spillsSeen;
        spillsSeen = map.spills();
        if (!gauge.hasSeenEnough()) {
            return;
        }
        if (gauge.reducesTooLittle(map.entries() - entriesBefore)) {
            giveUpCombining();
        } else if (spilled) {
            gauge.reset();
            entriesBefore = map.entries();
        }
    }

    /** What the map holds stays there, and may be spilled, until the end. */
    private void giveUpCombining() throws IOException {
        RecordArray rows = new RecordArray(
                "sort writer", memory, attempt.chunkSpills(), RecordPointers.forReducers(spec.reducers()));
        long bytes = rows.leastBytes();
        memory.require(bytes, rows);
        rows.start(bytes);
        array = rows;
    }

    private void encode(@Nullable Object key, @Nullable Object combined) {
        ShuffleRecordEncoder encoder = combining.encoder();
        if (!encoder.fits(key, combined)) {
            layout = layouts.numberOf(encoder.adopt(key, combined));
        }
        encoded.reset();
        encoder.write(key, combined, encoded);
    }

    /** How often it was spilled. */
    long mapSpills() {
        return map.spills();
    }

    /** Whether rows are still combined. */
    boolean isCombining() {
        return array == null;
    }

    @Override
    public MapOutput commit() throws Exception {
        attempt.checkOpen(array == null || array.isOpen());
        try {
            RecordArray rows = array;
            if (rows != null && map.spills() > 0) {
                rows.spill(Long.MAX_VALUE); // merging needs memory, and may not ask for it while the array is read
            }
            AggregatedRecords<Object, Object> combined = map.finish();
            ShuffleCommit commit = attempt.begin();
            long records = writeAll(combined, rows == null ? new MergedSources(List.of()) : rows.sorted(), commit);
            map.close();
            MapOutput output = attempt.finish(commit, records + (rows == null ? 0 : rows.records()), layouts.layouts());
            release();
            return output;
        } catch (Exception | Error e) {
            abort(e);
            throw e;
        }
    }

    /** Each reducer gets what was combined for it, then its rows. */
    private long writeAll(AggregatedRecords<Object, Object> combined, ReducerSource rows, ShuffleCommit commit)
            throws Exception {
        ReducerWriter out = attempt.records(commit);
        long records = 0;
        boolean more = combined.next();
        for (int reducer = 0; reducer < spec.reducers(); reducer++) {
            boolean empty = true;
            while (more && (int) (combined.hash() >>> Integer.SIZE) == reducer) {
                encode(combined.key(), combined.combined());
                out.record(layout, encoded.array(), 0, encoded.position());
                records++;
                empty = false;
                more = combined.next();
            }
            if (rows.reducer() == reducer) {
                rows.write(out);
                empty = false;
            }
            commit.row(empty ? IndexRow.empty() : out.finish());
        }
        return records;
    }

    @Override
    public void abort(Throwable cause) {
        try {
            map.close();
        } catch (IOException e) {
            if (e != cause) {
                cause.addSuppressed(e);
            }
        }
        attempt.abort(cause);
        release();
    }

    private void release() {
        if (array != null) {
            array.close();
        }
        memory.release(fixedBytes, this);
        fixedBytes = 0;
    }
}
