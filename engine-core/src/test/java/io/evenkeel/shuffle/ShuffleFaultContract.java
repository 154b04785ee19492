package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.shuffle.ShuffleBench.Attempt;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.FaultyBlockFiles.Effect;
import io.evenkeel.storage.InjectedFault;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.testing.MemoryDirectory;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a shuffle writer has to do when the disk fails: report the first failure as it is, and leave no file, no memory
 * and no open file behind. Calls to the file system fail in turn, each in every way: some in the ordinary build, all of
 * them in the profile {@code faults}. A writer's fault test extends it.
 */
public abstract class ShuffleFaultContract {

    private static final int REDUCERS = 6;

    /** How many calls of a sweep fail in the ordinary build. */
    private static final long SLICE = 60;

    @TempDir(factory = MemoryDirectory.class)
    Path root;

    private final List<TestRecord> records = ShuffleWriterContract.randomRecords(new Random(9), 6_000, REDUCERS, 150);
    private final Contents expected = Contents.of(0, records);
    private int effective;
    private int survived;
    private int sweeps;

    protected abstract ShuffleWriterFactory factory();

    /** Memory that makes it spill several times over the 450 KB of records. */
    protected abstract long spillingMemory();

    /** The codecs that the ordinary build tries it with; the profile tries all. */
    protected List<Compression> compressions() {
        return List.of(Compression.values());
    }

    /** SPARK-3690, SPARK-17547. */
    @Test
    void callsFailOnceWithoutSpills() throws IOException {
        sweep(ShuffleWriterContract.PLENTY, 1, SLICE);
    }

    /** SPARK-3690, SPARK-17547; SPARK-18546: what is read is spills of every codec that were put together as they are. */
    @Test
    void callsFailOnceWithSpills() throws IOException {
        sweep(spillingMemory(), 1, SLICE);
    }

    /** SPARK-19306: the disk is full when writing, and still is at the next call. */
    @Test
    void callsFailTwiceInARow() throws IOException {
        sweep(ShuffleWriterContract.PLENTY, 2, SLICE);
    }

    @Test
    @Tag("faults")
    void everyCallFailsOnceAndTwice() throws IOException {
        for (int inARow = 1; inARow <= 2; inARow++) {
            sweep(ShuffleWriterContract.PLENTY, inARow, Long.MAX_VALUE);
            sweep(spillingMemory(), inARow, Long.MAX_VALUE);
        }
    }

    /** Lets so many calls fail, evenly spread, or all if there are no more. */
    private void sweep(long memoryBytes, int inARow, long limit) throws IOException {
        for (Compression compression : limit == Long.MAX_VALUE ? List.of(Compression.values()) : compressions()) {
            for (Effect effect : Effect.values()) {
                long calls = run(compression, memoryBytes, effect, Long.MAX_VALUE - inARow, inARow);
                long step = (calls - 1) / limit + 1;
                for (long call = 1 + sweeps++ % step; call <= calls; call += step) {
                    run(compression, memoryBytes, effect, call, inARow);
                }
                assertThat(calls).as("calls").isGreaterThan(4);
            }
        }
        System.out.println(getClass().getSimpleName() + ": " + effective + " faults took effect, in spite of "
                + survived + " of them the output was committed");
        assertThat(effective).isPositive();
    }

    /** One attempt whose call number {@code call} fails; returns how many calls it made until its end. */
    private long run(Compression compression, long memoryBytes, Effect effect, long call, int inARow)
            throws IOException {
        FaultyBlockFiles files = new FaultyBlockFiles(new LocalBlockFiles(), call, inARow, effect);
        ShuffleSettings settings = ShuffleBench.settings(compression, 4096, 2048);
        try (ShuffleBench bench = new ShuffleBench(root, factory(), REDUCERS, settings, memoryBytes, files)) {
            MapStatus status = null;
            String place = compression + ", " + effect + ", call " + call + " of " + memoryBytes + " bytes";
            try (Attempt task = bench.begin(0, 0)) {
                try {
                    task.writeAll(records);
                    status = task.commit();
                } catch (IOException e) {
                    task.abort(e);
                    assertReported(e, effect, files.faults(), place);
                } finally {
                    assertThat(Thread.interrupted()).isEqualTo(effect == Effect.INTERRUPTED && isHit(files));
                }
                if (memoryBytes < ShuffleWriterContract.PLENTY && !isHit(files)) {
                    assertThat(task.spills()).as("spills").isGreaterThan(1);
                }
            }
            long calls = files.calls();
            assertThat(bench.heldBytes()).as("memory, %s", place).isZero();
            assertThat(files.open()).as("open files, %s", place).isZero();
            effective += files.faults().size();
            if (status == null) {
                assertThat(bench.filesNow()).as("files, %s", place).isEmpty();
            } else {
                survived += files.faults().size();
                bench.assertOnlyFilesOf(status);
                if (inARow == 1) {
                    bench.read(List.of(status)).assertSame(expected);
                }
            }
            return calls;
        }
    }

    private static boolean isHit(FaultyBlockFiles files) {
        return !files.faults().isEmpty();
    }

    /** The first failure as it is, with all later ones; of an interrupt the system's own exception tells. */
    private static void assertReported(IOException reported, Effect effect, List<InjectedFault> faults, String place) {
        if (effect == Effect.INTERRUPTED) {
            assertThat(reported).as(place).isInstanceOf(ClosedByInterruptException.class);
            return;
        }
        assertThat(reported).as(place).isSameAs(faults.get(0));
        faults.stream()
                .skip(1)
                .forEach(later -> assertThat(reported.getSuppressed())
                        .as("later failures, %s", place)
                        .contains(later));
    }
}
