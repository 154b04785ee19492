package io.evenkeel.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read from a spill file is what was written, or an error. */
final class SpillFileTest {

    @TempDir
    Path temp;

    private static List<byte[]> records() {
        Random random = new Random(11);
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            byte[] bytes = new byte[i % 13 == 0 ? 300 : random.nextInt(30)];
            if (i % 2 == 0) {
                random.nextBytes(bytes);
            }
            records.add(bytes);
        }
        return records;
    }

    private static SpillFile write(SpillScene scene, SpillBlocks blocks, List<byte[]> records) throws IOException {
        SpillWriter writer = new SpillWriter(scene.context(), blocks, true);
        for (byte[] record : records) {
            writer.append(record.length, record, 0, record.length);
        }
        return writer.finish();
    }

    /** Reads everything; the memory for it is taken by the caller, as the reader's owner does. */
    private static List<byte[]> read(SpillScene scene, SpillBlocks blocks, SpillFile file, SpillSceneMemory owner)
            throws IOException {
        scene.memory().require(SpillReader.bytesFor(file, scene.context().settings()), owner);
        List<byte[]> result = new ArrayList<>();
        try (SpillReader reader = new SpillReader(scene.context(), blocks, file, owner, false)) {
            while (reader.next()) {
                assertThat(reader.prefix()).isEqualTo(reader.length());
                result.add(Arrays.copyOfRange(reader.array(), reader.offset(), reader.offset() + reader.length()));
            }
        }
        return result;
    }

    @Test
    void everyFlippedBitAndEveryCutIsNoticed() throws IOException {
        for (boolean compress : new boolean[] {true, false}) {
            SortSettings settings = new SortSettings(2, new ByteSize(64), new ByteSize(128), compress, 10_000);
            try (SpillScene scene = new SpillScene(temp, 1 << 20, settings);
                    SpillSceneMemory owner = new SpillSceneMemory(false)) {
                SpillBlocks blocks = new SpillBlocks(settings);
                SpillFile file = write(scene, blocks, records());
                byte[] good = Files.readAllBytes(file.path());
                assertThat(read(scene, blocks, file, owner))
                        .usingRecursiveComparison()
                        .isEqualTo(records());
                for (int at = 0; at < good.length; at += compress ? 1 : 7) {
                    byte[] bad = good.clone();
                    bad[at] ^= (byte) (1 << at % 8);
                    assertCorrupt(scene, blocks, file, owner, bad);
                    assertCorrupt(scene, blocks, file, owner, Arrays.copyOf(good, at));
                }
                assertThat(scene.memory().heldBytes()).isZero();
            }
        }
    }

    private static void assertCorrupt(
            SpillScene scene, SpillBlocks blocks, SpillFile file, SpillSceneMemory owner, byte[] bytes)
            throws IOException {
        Files.write(file.path(), bytes);
        assertThatThrownBy(() -> read(scene, blocks, file, owner))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT_DATA))
                .hasMessageContaining(file.path().toString());
    }

    /** Two calls in a row fail, wherever: what failed first is told, and with it what failed when cleaning up after it. */
    @Test
    void theFirstOfSeveralFailuresIsTold() throws IOException {
        FaultyBlockFiles counting = FaultyBlockFiles.counting();
        spillTwiceAndRead(counting);
        for (long call = 1; call <= counting.calls(); call++) {
            FaultyBlockFiles files = new FaultyBlockFiles(new LocalBlockFiles(), call, 2, FaultyBlockFiles.Effect.NONE);
            assertThatThrownBy(() -> spillTwiceAndRead(files))
                    .as("call %d", call)
                    .isSameAs(files.faults().get(0))
                    .satisfies(told -> assertThat(told.getSuppressed())
                            .containsAll(
                                    files.faults().subList(1, files.faults().size())));
        }
    }

    private void spillTwiceAndRead(FaultyBlockFiles files) throws IOException {
        try (SpillScene scene = new SpillScene(temp, 1 << 20, SpillScene.small(2));
                SpillSceneMemory owner = new SpillSceneMemory(false);
                SpillRuns runs = new SpillRuns(scene.context().through(files), owner, null)) {
            runs.reserveBuffers();
            for (int run = 0; run < 2; run++) {
                runs.spill(writer -> {
                    for (byte[] record : records()) {
                        writer.append(0, record, 0, record.length);
                    }
                });
            }
            try (SortedRecords merged = runs.merge()) {
                assertThat(merged.next()).isTrue();
            }
        }
    }

    @Test
    void blocksThatChangedPlacesAreNoticed() throws IOException {
        SortSettings settings = new SortSettings(2, new ByteSize(64), new ByteSize(128), false, 10_000);
        try (SpillScene scene = new SpillScene(temp, 1 << 20, settings);
                SpillSceneMemory owner = new SpillSceneMemory(false)) {
            SpillBlocks blocks = new SpillBlocks(settings);
            List<byte[]> records = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                byte[] record = new byte[110];
                Arrays.fill(record, (byte) i);
                records.add(record);
            }
            SpillFile file = write(scene, blocks, records);
            byte[] bytes = Files.readAllBytes(file.path());
            int block = bytes.length / 4;
            byte[] swapped = bytes.clone();
            System.arraycopy(bytes, 0, swapped, block, block);
            System.arraycopy(bytes, block, swapped, 0, block);
            assertThat(swapped).isNotEqualTo(bytes);
            assertCorrupt(scene, blocks, file, owner, swapped);
        }
    }

    /** A block holds no more than a batch of records, though many more would fit into it. */
    @Test
    void aBlockEndsWithItsBatch() throws IOException {
        for (int batch : new int[] {1, 2, 10, 1000}) {
            SortSettings settings = new SortSettings(2, new ByteSize(64), ByteSize.ofMib(1), false, batch);
            try (SpillScene scene = new SpillScene(temp, 8 << 20, settings);
                    SpillSceneMemory owner = new SpillSceneMemory(false)) {
                SpillBlocks blocks = new SpillBlocks(settings);
                List<byte[]> records = new ArrayList<>();
                for (int i = 0; i < 95; i++) {
                    records.add(new byte[] {(byte) i, 1, 2});
                }
                SpillFile file = write(scene, blocks, records);
                assertThat(read(scene, blocks, file, owner))
                        .usingRecursiveComparison()
                        .isEqualTo(records);
                ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file.path()));
                int found = 0;
                while (bytes.hasRemaining()) {
                    int stored = bytes.getInt(bytes.position() + 4);
                    bytes.position(bytes.position() + 12 + stored);
                    found++;
                }
                assertThat(found).as("blocks of batches of %d", batch).isEqualTo((95 + batch - 1) / batch);
            }
        }
    }
}
