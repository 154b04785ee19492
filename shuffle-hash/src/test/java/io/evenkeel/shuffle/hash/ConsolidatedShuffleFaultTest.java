package io.evenkeel.shuffle.hash;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.shuffle.Contents;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ShuffleBench;
import io.evenkeel.shuffle.ShuffleBench.Attempt;
import io.evenkeel.shuffle.ShuffleFaultContract;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.TestRecord;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.FaultyBlockFiles.Effect;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConsolidatedShuffleFaultTest extends ShuffleFaultContract {

    private static final int REDUCERS = 5;

    @TempDir
    private Path directory;

    private int effective;

    @Override
    protected ShuffleWriterFactory factory() {
        return new Consolidating();
    }

    @Override
    protected long spillingMemory() {
        return 200 << 10;
    }

    /** It makes many files, and what it calls does not depend on the codec. */
    @Override
    protected List<Compression> compressions() {
        return List.of(Compression.LZ4);
    }

    /**
     * Between two tasks that succeed one fails, at every call in turn: the outputs before and after it are whole, and it
     * leaves nothing in the files that they share.
     */
    @Test
    void aFailedTaskInTheMiddleOfAGroupHarmsNobody() throws IOException {
        for (Effect effect : List.of(Effect.NONE, Effect.DONE)) {
            for (int inARow = 1; inARow <= 2; inARow++) {
                long call = 1;
                while (run(effect, call, inARow)) {
                    call++;
                }
                assertThat(call).isGreaterThan(20);
            }
        }
        assertThat(effective).isGreaterThan(100);
        System.out.println("ConsolidatedShuffleFaultTest: " + effective + " faults took effect between two good tasks");
    }

    private boolean run(Effect effect, long call, int inARow) throws IOException {
        List<TestRecord> first = records(1);
        List<TestRecord> second = records(2);
        List<TestRecord> third = records(3);
        FaultAfter files = new FaultAfter(call, inARow, effect);
        try (ShuffleBench bench = new ShuffleBench(
                directory, factory(), REDUCERS, ShuffleBench.settings(Compression.LZ4, 1024, 1024), 1 << 20, files)) {
            Contents expected = Contents.of(0, first);
            List<MapStatus> outputs = new ArrayList<>(List.of(bench.write(0, 0, first)));
            files.arm();
            boolean survived = false;
            try (Attempt task = bench.begin(1, 0)) {
                try {
                    task.writeAll(second);
                    outputs.add(task.commit());
                    expected.addAll(Contents.of(1, second));
                    survived = true;
                } catch (IOException e) {
                    assertThat(e).isSameAs(files.armed().faults().get(0));
                    task.abort(e);
                    task.abort(e);
                }
            }
            FaultyBlockFiles armed = files.disarm();
            effective += armed.faults().size();
            assertThat(armed.open()).isZero();
            String place = effect + ", call " + call + ", " + inARow + " in a row";
            bench.read(outputs).assertSame(expected);
            if (inARow == 1 && !survived) {
                bench.assertOnlyFilesOf(outputs.get(0));
            }
            outputs.add(bench.write(2, 0, third));
            expected.addAll(Contents.of(2, third));
            bench.read(outputs).assertSame(expected);
            if (inARow == 1) {
                assertThat(bench.groups()).as(place).isEqualTo(1);
                bench.assertOnlyFilesOf(outputs.toArray(MapStatus[]::new));
            }
            for (MapStatus output : outputs) {
                bench.drop(output);
            }
            assertThat(bench.groups()).as(place).isZero();
            if (inARow == 1) {
                assertThat(bench.filesNow()).as(place).isEmpty();
            }
            return !armed.faults().isEmpty();
        }
    }

    private static List<TestRecord> records(long seed) {
        Random random = new Random(seed);
        List<TestRecord> records = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            records.add(TestRecord.random(TestRecord.A, random.nextInt(REDUCERS), random.nextInt(80), random));
        }
        return records;
    }
}
