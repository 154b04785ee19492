package io.evenkeel.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.Records;
import io.evenkeel.record.RecordsContract;
import io.evenkeel.record.Sink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records of three bytes in several files, a packed and an empty one among them. */
class FixedLengthRecordsTest extends RecordsContract<Integer> {

    @TempDir
    Path directory;

    private static byte[] records(int from, int to) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = from; i < to; i++) {
            bytes.writeBytes(new byte[] {(byte) (i >> 16), (byte) (i >> 8), (byte) i});
        }
        return bytes.toByteArray();
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
            stream.write(bytes);
        }
        return packed.toByteArray();
    }

    @BeforeEach
    void writeFiles() throws IOException {
        Files.write(directory.resolve("a"), records(0, 5));
        Files.write(directory.resolve("b"), new byte[0]);
        Files.write(directory.resolve("c.gz"), gzip(records(5, 8)));
        Files.write(directory.resolve("d"), records(8, 9));
    }

    /** The numbers that the records say. */
    private record Numbers(Records<byte[]> records) implements Records<Integer> {

        private static int number(byte[] found) {
            assertThat(found).hasSize(3);
            return ByteBuffer.allocate(4).put((byte) 0).put(found).flip().getInt();
        }

        @Override
        public boolean tryAdvance(Sink<? super Integer> sink) throws Exception {
            return records.tryAdvance(found -> sink.accept(number(found)));
        }

        @Override
        public boolean forEachRemaining(Sink<? super Integer> sink) throws Exception {
            return records.forEachRemaining(found -> sink.accept(number(found)));
        }

        @Override
        public void close() throws IOException {
            records.close();
        }
    }

    @Override
    protected Records<Integer> open() {
        FixedLengthSource source = FixedLengthSource.of(directory.toString(), 3, 1, 1, 1 << 20);
        return new Numbers(source.open(source.split(0), new RecordedTask(0, 0)));
    }

    @Override
    protected List<Integer> expected() {
        return List.of(0, 1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void anyCutGivesTheRecords() throws Exception {
        Path file = Files.write(directory.resolve("many"), records(0, 500));
        for (int splitBytes = 1; splitBytes < 1600; splitBytes += 7) {
            FixedLengthSource source = FixedLengthSource.of(file.toString(), 3, 1, 1, splitBytes);
            List<Integer> found = new ArrayList<>();
            RecordedTask task = new RecordedTask(0, 0);
            for (int partition = 0; partition < source.partitions(); partition++) {
                try (Records<Integer> records = new Numbers(source.open(source.split(partition), task))) {
                    records.forEachRemaining(found::add);
                }
            }
            assertThat(found).hasSize(500).isSorted().doesNotHaveDuplicates();
            assertThat(task.counted().recordsRead()).isEqualTo(500);
        }
    }

    @Test
    void aFileThatEndsInsideOfARecordIsAnError() throws Exception {
        Path plain = Files.write(directory.resolve("plain"), new byte[7]);
        Path packed = Files.write(directory.resolve("packed.gz"), gzip(new byte[7]));
        assertFails(() -> FixedLengthSource.of(plain.toString(), 3, 1, 1, 100), plain + " has 7 bytes");
        FixedLengthSource source = FixedLengthSource.of(packed.toString(), 3, 1, 1, 100);
        try (Records<byte[]> records = source.open(source.split(0), new RecordedTask(0, 0))) {
            assertFails(() -> records.forEachRemaining(found -> true), packed + " has 7 bytes");
        }
        assertThatThrownBy(() -> FixedLengthSource.of(plain.toString(), 0, 1, 1, 100))
                .isInstanceOf(EngineException.class);
    }

    private interface ThrowingCall {
        void run() throws Exception;
    }

    private static void assertFails(ThrowingCall call, String message) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT))
                .hasMessageContaining(message);
    }
}
