package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;
import io.evenkeel.perf.workload.GeneratedRows;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import net.jpountz.lz4.LZ4SafeDecompressor;

/**
 * W6 on arrays, a bound for any shuffle through files: each thread appends full buffers of the partitions to a file of its
 * own, compressed, and then reads half of the partitions. Confined to the thread that calls it.
 */
final class PlainShuffle {

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final int RECORD = Long.BYTES + GeneratedRows.BODY_BYTES;

    private final long rows;
    private final int partitions;
    private final Path directory;
    private final int bufferBytes;
    private final List<List<List<Block>>> blocks = new ArrayList<>();

    private record Block(long offset, int length, int rawLength) {}

    PlainShuffle(long rows, int partitions, Path directory) {
        this.rows = rows;
        this.partitions = partitions;
        this.directory = directory;
        this.bufferBytes = Math.max(4096, Math.min(1 << 16, (64 << 20) / partitions)) / RECORD * RECORD;
        for (int thread = 0; thread < TwoThreads.COUNT; thread++) {
            List<List<Block>> ofThread = new ArrayList<>();
            for (int partition = 0; partition < partitions; partition++) {
                ofThread.add(new ArrayList<>());
            }
            blocks.add(ofThread);
        }
    }

    Digest shuffle() throws Exception {
        TwoThreads.run(thread -> {
            write(thread);
            return thread;
        });
        List<Digest> halves = TwoThreads.run(this::read);
        return new Digest(
                halves.get(0).rows() + halves.get(1).rows(),
                halves.get(0).hash() + halves.get(1).hash());
    }

    private Path file(int thread) {
        return directory.resolve("shuffled-" + thread);
    }

    private void write(int thread) throws IOException {
        byte[][] buffers = new byte[partitions][bufferBytes];
        int[] filled = new int[partitions];
        LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
        byte[] compressed = new byte[compressor.maxCompressedLength(bufferBytes)];
        long position = 0;
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file(thread)), 1 << 18)) {
            long end = rows * (thread + 1) / TwoThreads.COUNT;
            for (long record = rows * thread / TwoThreads.COUNT; record < end; record++) {
                long key = GeneratedRows.sortKey(record);
                int partition = (int) ((key >>> 1) % partitions);
                LONG.set(buffers[partition], filled[partition], key);
                System.arraycopy(
                        GeneratedRows.body(record),
                        0,
                        buffers[partition],
                        filled[partition] + Long.BYTES,
                        GeneratedRows.BODY_BYTES);
                filled[partition] += RECORD;
                if (filled[partition] == bufferBytes) {
                    position += append(
                            thread, partition, position, buffers[partition], bufferBytes, compressor, compressed, out);
                    filled[partition] = 0;
                }
            }
            for (int partition = 0; partition < partitions; partition++) {
                if (filled[partition] > 0) {
                    position += append(
                            thread,
                            partition,
                            position,
                            buffers[partition],
                            filled[partition],
                            compressor,
                            compressed,
                            out);
                }
            }
        }
    }

    private int append(
            int thread,
            int partition,
            long position,
            byte[] buffer,
            int length,
            LZ4Compressor compressor,
            byte[] compressed,
            OutputStream out)
            throws IOException {
        int size = compressor.compress(buffer, 0, length, compressed, 0);
        out.write(compressed, 0, size);
        blocks.get(thread).get(partition).add(new Block(position, size, length));
        return size;
    }

    private Digest read(int thread) throws IOException {
        LZ4SafeDecompressor decompressor = LZ4Factory.fastestInstance().safeDecompressor();
        byte[] raw = new byte[bufferBytes];
        byte[] compressed =
                new byte[LZ4Factory.fastestInstance().fastCompressor().maxCompressedLength(bufferBytes)];
        long count = 0;
        long hash = 0;
        for (int writer = 0; writer < TwoThreads.COUNT; writer++) {
            try (RandomAccessFile in = new RandomAccessFile(file(writer).toString(), "r")) {
                for (int partition = thread; partition < partitions; partition += TwoThreads.COUNT) {
                    for (Block block : blocks.get(writer).get(partition)) {
                        in.seek(block.offset());
                        in.readFully(compressed, 0, block.length());
                        decompressor.decompress(compressed, 0, block.length(), raw, 0, block.rawLength());
                        for (int at = 0; at < block.rawLength(); at += RECORD) {
                            count++;
                            hash += Digest.hash((long) LONG.get(raw, at), GeneratedRows.BODY_BYTES);
                        }
                    }
                }
            }
        }
        return new Digest(count, hash);
    }
}
