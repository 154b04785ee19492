package io.evenkeel.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.Compression;
import io.evenkeel.file.FilePiece;
import io.evenkeel.file.FileSplit;
import io.evenkeel.file.InputListing;
import io.evenkeel.file.OutputDirectory;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Packed files of several parts, cut anywhere, give each line once. */
class PackedSplitsTest {

    @TempDir
    Path directory;

    /** Packs a part. */
    private interface Packer {
        byte[] pack(byte[] text) throws IOException;
    }

    private static byte[] bzip2(byte[] text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new BZip2CompressorOutputStream(packed, 1)) {
            out.write(text);
        }
        return packed.toByteArray();
    }

    private static byte[] lz4(byte[] text, LZ4FrameOutputStream.FLG.Bits... bits) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new LZ4FrameOutputStream(packed, LZ4FrameOutputStream.BLOCKSIZE.SIZE_64KB, bits)) {
            out.write(text);
        }
        return packed.toByteArray();
    }

    private static byte[] lz4Blocks(byte[] text) throws IOException {
        return lz4(
                text,
                LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
                LZ4FrameOutputStream.FLG.Bits.BLOCK_CHECKSUM,
                LZ4FrameOutputStream.FLG.Bits.CONTENT_CHECKSUM);
    }

    private static TextOptions options(long splitBytes) {
        return TextOptions.of(TextSettings.from(Configuration.empty()), 1)
                .withSplitSizes(new ByteSize(1), new ByteSize(splitBytes));
    }

    private static List<String> lines(FilePiece... pieces) throws IOException {
        List<String> lines = new ArrayList<>();
        for (FilePiece piece : pieces) {
            try (LinesOfSplit split = new LinesOfSplit(
                    new FileSplit(List.of(piece)),
                    options(1 << 20),
                    piece.size() > 20_000 ? 1 << 16 : 64,
                    new RecordedTask(0, 0))) {
                while (split.advance()) {
                    lines.add(split.line());
                }
            }
        }
        return lines;
    }

    private static byte[] text(SplittableRandom random, int bytes) {
        StringBuilder text = new StringBuilder();
        while (text.length() < bytes) {
            text.append("x".repeat(random.nextInt(40))).append(random.nextInt(1_000));
            text.append(random.nextInt(5) == 0 ? "\r\n" : random.nextInt(9) == 0 ? "\n\n" : "\n");
        }
        text.append(random.nextBoolean() ? "no newline" : "");
        return text.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Cuts the text anywhere and packs what is between. */
    private static byte[] packed(byte[] text, int parts, SplittableRandom random, Packer packer) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        int from = 0;
        for (int i = 0; i < parts; i++) {
            int to = i == parts - 1 ? text.length : random.nextInt(from, Math.min(text.length, from + 400) + 1);
            all.write(packer.pack(java.util.Arrays.copyOfRange(text, from, to)));
            from = to;
        }
        return all.toByteArray();
    }

    private void everyCut(String test, String suffix, Packer packer) {
        Seeds.each("PackedSplitsTest#" + test, 2, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] text = text(random, random.nextInt(1, 1_000));
            byte[] packed = packed(text, random.nextInt(2, 8), random, packer);
            FilePiece file = InputListing.list(Files.write(directory.resolve(seed + suffix), packed)
                            .toString())
                    .get(0);
            List<String> expected = lines(file);
            assertThat(String.join("", expected).length()).isGreaterThan(text.length / 2);
            for (int cut = 1; cut < packed.length; cut++) {
                assertThat(lines(file.part(0, cut), file.part(cut, packed.length)))
                        .as("cut at %s of %s", cut, packed.length)
                        .isEqualTo(expected);
                if (cut % 8 != 0) {
                    continue;
                }
                int second = random.nextInt(cut, packed.length + 1);
                assertThat(lines(file.part(0, cut), file.part(cut, second), file.part(second, packed.length)))
                        .as("cut at %s and %s of %s", cut, second, packed.length)
                        .isEqualTo(expected);
            }
        });
    }

    @Test
    void streamsOfBzip2() {
        everyCut("streamsOfBzip2", ".bz2", PackedSplitsTest::bzip2);
    }

    @Test
    void framesOfZstandard() {
        everyCut("framesOfZstandard", ".zst", Zstd::compress);
    }

    @Test
    void framesOfLz4() {
        everyCut("framesOfLz4", ".lz4", text -> lz4(text, LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE));
    }

    @Test
    void blocksOfLz4() {
        everyCut("blocksOfLz4", ".lz4", PackedSplitsTest::lz4Blocks);
    }

    /** Blocks of one stream, which begin at any bit, and a file of one frame with many blocks. */
    @Test
    void blocksOfOneStream() {
        Seeds.each("PackedSplitsTest#blocksOfOneStream", 2, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] text = text(random, 350_000);
            for (String suffix : List.of(".bz2", ".lz4")) {
                byte[] packed = suffix.equals(".bz2") ? bzip2(text) : lz4Blocks(text);
                String path =
                        Files.write(directory.resolve(seed + suffix), packed).toString();
                List<String> expected = lines(InputListing.list(path).get(0));
                for (int i = 0; i < 2; i++) {
                    int splitBytes = random.nextInt(packed.length / 40, packed.length / 2);
                    TextFileSource source = TextFileSource.of(path, options(splitBytes));
                    assertThat(source.partitions()).isGreaterThan(1);
                    List<String> lines = new ArrayList<>();
                    int withLines = 0;
                    for (int partition = 0; partition < source.partitions(); partition++) {
                        int before = lines.size();
                        lines.addAll(lines(
                                ((FileSplit) source.split(partition)).pieces().get(0)));
                        withLines += lines.size() > before ? 1 : 0;
                    }
                    assertThat(lines)
                            .as("%s in splits of %s", suffix, splitBytes)
                            .isEqualTo(expected);
                    assertThat(withLines)
                            .as("%s in splits of %s", suffix, splitBytes)
                            .isGreaterThan(1);
                }
            }
        });
    }

    @Test
    void filesOfOnePartAreNotCut() throws IOException {
        byte[] text = text(new SplittableRandom(1), 20_000);
        Path one = Files.write(directory.resolve("one.zst"), Zstd.compress(text));
        assertThat(TextFileSource.of(one.toString(), options(100)).partitions()).isEqualTo(1);
        Path gzip = Files.write(directory.resolve("none.gz"), new byte[500]);
        assertThat(TextFileSource.of(gzip.toString(), options(100)).partitions())
                .isEqualTo(1);
    }

    /** Each part has a checksum, so that damage gives an error or the lines that were written. */
    @Test
    void damageIsFoundInEveryPiece() {
        Seeds.each("PackedSplitsTest#damageIsFoundInEveryPiece", 60, seed -> {
            SplittableRandom random = new SplittableRandom(seed);
            byte[] text = text(random, 3_000);
            boolean isBzip2 = random.nextBoolean();
            byte[] packed = packed(text, 8, random, isBzip2 ? PackedSplitsTest::bzip2 : PackedSplitsTest::lz4Blocks);
            String name = seed + (isBzip2 ? ".bz2" : ".lz4");
            int cut = random.nextInt(1, packed.length);
            Path path = Files.write(directory.resolve(name), packed);
            List<String> expected = lines(InputListing.list(path.toString()).get(0));
            byte[] damaged = packed.clone();
            damaged[random.nextInt(packed.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(path, random.nextInt(4) == 0 ? java.util.Arrays.copyOf(packed, cut) : damaged);
            FilePiece file = InputListing.list(path.toString()).get(0);
            long middle = file.size() / 2;
            try {
                List<String> read = lines(file.part(0, middle), file.part(middle, file.size()));
                boolean isPrefix = expected.size() > read.size() && file.size() < packed.length;
                assertThat(read).isEqualTo(isPrefix ? expected.subList(0, read.size()) : expected);
            } catch (EngineException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.MALFORMED_INPUT);
                assertThat(e.getMessage()).contains(name);
            }
        });
    }

    /** What is written packed can be cut when it is read. */
    @Test
    void whatIsWrittenCanBeCut() throws Exception {
        SplittableRandom random = new SplittableRandom(5);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 120_000; i++) {
            rows.add(Long.toString(random.nextLong(), 36) + Long.toString(random.nextLong(), 36) + "with some text");
        }
        for (Compression compression : List.of(Compression.BZIP2, Compression.ZSTD, Compression.LZ4)) {
            OutputDirectory output = OutputDirectory.prepare(
                    directory.resolve("out-" + compression).toString(), false, List.of());
            TextFormat<String> format = new TextFormat<>(StandardCharsets.UTF_8.name(), Malformed.REFUSE);
            output.writer(format, compression).run(new IteratorRecords<>(rows.iterator()), new RecordedTask(0, 0));
            Path part = output.workingPath().resolve("part-00000" + format.suffix() + compression.suffix());
            FilePiece file = InputListing.list(part.toString()).get(0);
            long middle = file.size() / 2;
            List<String> first = lines(file.part(0, middle));
            assertThat(first.size()).as("%s", compression).isBetween(20_000, 119_000);
            first.addAll(lines(file.part(middle, file.size())));
            assertThat(first).as("%s", compression).isEqualTo(rows);
        }
    }

    @Test
    void errorsNameWhereThePieceBegins() throws IOException {
        byte[] packed = packed(
                "a\nb\n".repeat(300).getBytes(StandardCharsets.UTF_8), 6, new SplittableRandom(3), Zstd::compress);
        packed[packed.length - 6] ^= 1;
        FilePiece file = InputListing.list(
                        Files.write(directory.resolve("a.zst"), packed).toString())
                .get(0);
        assertThatThrownBy(() -> lines(file.part(10, file.size())))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("a.zst is not a whole zstd file")
                .hasMessageContaining("from byte 10 of the packed file on");
    }
}
