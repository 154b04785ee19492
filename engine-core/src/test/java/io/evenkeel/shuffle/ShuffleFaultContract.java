package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.shuffle.ShuffleBench.Attempt;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.FaultyBlockFiles.Effect;
import io.evenkeel.storage.InjectedFault;
import io.evenkeel.storage.LocalBlockFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a shuffle writer has to do when the disk fails: report the first failure as it is, and leave no file, no memory
 * and no open file behind. Every call to the file system fails once, in turn. A writer's fault test extends it.
 */
public abstract class ShuffleFaultContract {

    private static final int REDUCERS = 6;

    @TempDir
    Path root;

    private final List<TestRecord> records = ShuffleWriterContract.randomRecords(new Random(9), 6_000, REDUCERS, 150);
    private final Contents expected = Contents.of(0, records);
    private int effective;
    private int survived;
    private int runs;

    protected abstract ShuffleWriterFactory factory();

    /** Memory that makes it spill several times over the 450 KB of records. */
    protected abstract long spillingMemory();

    /** The codecs that it is tried with. */
    protected List<Compression> compressions() {
        return List.of(Compression.values());
    }

    /** From one call that fails to the next: 1 where every call does; more where each run makes many files. */
    protected int stride() {
        return 1;
    }

    /** SPARK-3690, SPARK-17547. */
    @Test
    void everyCallFailsOnceWithoutSpills() throws IOException {
        sweep(ShuffleWriterContract.PLENTY, 1);
    }

    /** SPARK-3690, SPARK-17547. */
    @Test
    void everyCallFailsOnceWithSpills() throws IOException {
        sweep(spillingMemory(), 1);
    }

    /** SPARK-19306: the disk is full when writing, and still is at the next call. */
    @Test
    void everyCallFailsTwiceInARow() throws IOException {
        sweep(ShuffleWriterContract.PLENTY, 2);
    }

    private void sweep(long memoryBytes, int inARow) throws IOException {
        for (Compression compression : compressions()) {
            for (Effect effect : Effect.values()) {
                long call = 1L + runs++ % stride();
                while (run(compression, memoryBytes, effect, call, inARow)) {
                    call += stride();
                }
                assertThat(call).as("calls").isGreaterThan(4);
            }
        }
        System.out.println(getClass().getSimpleName() + ": " + effective + " faults took effect, in spite of "
                + survived + " of them the output was committed");
        assertThat(effective).isPositive();
    }

    /** One attempt whose call number {@code call} fails; false if it made fewer. */
    private boolean run(Compression compression, long memoryBytes, Effect effect, long call, int inARow)
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
                    assertThat(e).as(place).isSameAs(files.faults().get(0));
                    files.faults().stream()
                            .skip(1)
                            .forEach(later -> assertThat(e.getSuppressed())
                                    .as("later failures, %s", place)
                                    .contains(later));
                }
                if (memoryBytes < ShuffleWriterContract.PLENTY && files.faults().isEmpty()) {
                    assertThat(task.spills()).as("spills").isGreaterThan(1);
                }
            }
            assertThat(bench.heldBytes()).as("memory, %s", place).isZero();
            assertThat(files.open()).as("open files, %s", place).isZero();
            List<InjectedFault> faults = files.faults();
            effective += faults.size();
            if (status == null) {
                assertThat(bench.filesNow()).as("files, %s", place).isEmpty();
            } else {
                survived += faults.size();
                bench.assertOnlyFilesOf(status);
                if (inARow == 1) {
                    bench.read(List.of(status)).assertSame(expected);
                }
            }
            return !faults.isEmpty();
        }
    }
}
