package io.evenkeel.shuffle.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.shuffle.RawQuota;
import io.evenkeel.shuffle.ShuffleBench;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.ReadableFile;
import io.evenkeel.storage.WritableFile;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ChunkTest {

    @TempDir
    Path root;

    /** SPARK-18105: incompressible data, sizes around a block, and nothing. */
    @Test
    void roundTripsEveryKindOfData() {
        Seeds.each("ChunkTest#roundTripsEveryKindOfData", 3, seed -> {
            Random random = new Random(seed);
            for (Compression compression : Compression.values()) {
                for (int chunkBytes : new int[] {64, 1 << 16, 1 << 20}) {
                    List<byte[]> records = new ArrayList<>();
                    for (int size : new int[] {0, 1, 63, 64, 65, 65_535, 65_536, 65_537, 262_144, 262_145, 700_000}) {
                        byte[] noise = new byte[size];
                        random.nextBytes(noise);
                        records.add(noise);
                        records.add(new byte[size]);
                    }
                    assertRoundTrip(compression, chunkBytes, records, "seed" + seed);
                }
            }
        });
    }

    @Test
    void compressesWhatShrinks() throws IOException {
        byte[] same = new byte[1 << 20];
        long raw =
                assertRoundTrip(Compression.NONE, 1 << 16, List.of(same), "a").bytes();
        assertThat(assertRoundTrip(Compression.LZ4, 1 << 16, List.of(same), "b").bytes())
                .isLessThan(raw / 20);
        assertThat(assertRoundTrip(Compression.ZSTD, 1 << 16, List.of(same), "c")
                        .bytes())
                .isLessThan(raw / 20);
    }

    @Test
    void cutsChunksAtRecords() throws IOException {
        List<byte[]> records = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            records.add(new byte[100]);
        }
        IndexRow row = assertRoundTrip(Compression.NONE, 1_024, records, "d");
        assertThat(row.chunks()).hasSize(100).allMatch(chunk -> chunk.records() == 10 && chunk.rawLength() == 1_000);
    }

    /** Bytes with the right checksum that no encoder wrote: refused, whatever they claim. */
    @Test
    void decoderStaysWithinWhatTheEntrySays() {
        Seeds.each("ChunkTest#decoderStaysWithinWhatTheEntrySays", 300, seed -> {
            Random random = new Random(seed);
            byte[] chunk = new byte[1 + random.nextInt(200)];
            random.nextBytes(chunk);
            if (chunk.length > 8) {
                chunk[0] = random.nextBoolean() ? (byte) 0x80 : 0;
                chunk[1] = 0;
                chunk[2] = 0;
            }
            CRC32C crc = new CRC32C();
            crc.update(chunk, 0, chunk.length);
            int rawLength = random.nextInt(300);
            ChunkEntry entry = new ChunkEntry(0, chunk.length, rawLength, 1, (int) crc.getValue(), 0);
            byte[] target = new byte[rawLength + 50];
            Arrays.fill(target, (byte) 42);
            try (ChunkDecoder decoder = new ChunkDecoder()) {
                decoder.decode(List.of(Compression.values()).get(random.nextInt(3)), entry, chunk, target);
            } catch (CorruptDataException e) {
                assertThat(e).hasMessageNotContaining("CRC32C");
            }
            for (int i = rawLength; i < target.length; i++) {
                assertThat(target[i]).isEqualTo((byte) 42);
            }
        });
    }

    @Test
    void refusesRecordsThatFitNoChunk() {
        ReducerWriter.checkLength(ReducerWriter.MAX_RECORD_BYTES);
        assertThatThrownBy(() -> ReducerWriter.checkLength(ReducerWriter.MAX_RECORD_BYTES + 1))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("split its value");
    }

    private IndexRow assertRoundTrip(Compression compression, int chunkBytes, List<byte[]> records, String name)
            throws IOException {
        LocalBlockFiles files = new LocalBlockFiles();
        Path path = root.resolve(name + compression + chunkBytes);
        IndexRow row;
        try (WritableFile file = files.create(path);
                ChunkEncoder encoder =
                        new ChunkEncoder(ShuffleBench.settings(compression, chunkBytes, 1024), RawQuota.none())) {
            FileAppender out = new FileAppender(file, new byte[1024]);
            out.write(new byte[7], 0, 7);
            ReducerWriter writer = new ReducerWriter(out, encoder);
            for (byte[] record : records) {
                writer.record(0, record, 0, record.length);
            }
            row = writer.finish();
            out.flush();
            assertThat(row.chunks().get(0).offset()).isEqualTo(7);
            assertThat(row.bytes()).isEqualTo(file.position() - 7);
            assertThat(row.records()).isEqualTo(records.size());
        }
        int length = records.stream().mapToInt(record -> record.length).sum();
        ByteBuffer expected = ByteBuffer.allocate(length);
        records.forEach(expected::put);
        ByteBuffer found = ByteBuffer.allocate(length);
        try (ReadableFile file = files.open(path);
                ChunkDecoder decoder = new ChunkDecoder()) {
            for (ChunkEntry entry : row.chunks()) {
                byte[] chunk = new byte[entry.length()];
                file.readFully(entry.offset(), chunk, 0, chunk.length);
                byte[] raw = new byte[entry.rawLength()];
                decoder.decode(compression, entry, chunk, raw);
                found.put(raw);
            }
        }
        assertThat(Arrays.equals(found.array(), expected.array())).isTrue();
        return row;
    }
}
