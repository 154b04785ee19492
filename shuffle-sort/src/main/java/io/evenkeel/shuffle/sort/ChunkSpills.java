package io.evenkeel.shuffle.sort;

import io.evenkeel.codec.ByteWriter;
import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.format.AttemptFiles;
import io.evenkeel.shuffle.format.ChunkEncoder;
import io.evenkeel.shuffle.format.FileAppender;
import io.evenkeel.shuffle.format.IndexRow;
import io.evenkeel.shuffle.format.ReducerWriter;
import io.evenkeel.shuffle.format.ShuffleCommit;
import io.evenkeel.storage.WritableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The spills of one attempt, oldest first. When there get many, neighbours are merged, so that neither open files nor
 * memory grow with the data.
 *
 * <p>Unlike the runs of {@link io.evenkeel.sort.SpillRuns} they hold chunks as a data file does, ordered by reducer only:
 * merging copies chunks and takes no record apart.
 *
 * <p>Confined to the task's thread. The files belong to the attempt's {@link AttemptFiles}.
 */
final class ChunkSpills {

    /** This many spills of one level become one of the next. */
    static final int FAN_IN = 16;

    private static final int ROW_BUFFER_BYTES = 8 * 1024;
    private static final int EXPECTED_CURSORS = 4 * FAN_IN;

    private final ShuffleSpec spec;
    private final MapIndex map;
    private final ShuffleWriteContext context;
    private final AttemptFiles files;
    private final ChunkEncoder encoder;
    private final byte[] dataBuffer;
    private final byte[] rowBuffer = new byte[ROW_BUFFER_BYTES];
    private final ByteWriter rowBytes = new ByteWriter(256);
    private final List<ChunkSpill> spills = new ArrayList<>();
    private int number;

    ChunkSpills(
            ShuffleSpec spec,
            MapIndex map,
            ShuffleWriteContext context,
            AttemptFiles files,
            ChunkEncoder encoder,
            byte[] dataBuffer) {
        this.spec = spec;
        this.map = map;
        this.context = context;
        this.files = files;
        this.encoder = encoder;
        this.dataBuffer = dataBuffer;
    }

    /** How many bytes of heap it takes, besides the encoder and the buffer it is given. */
    static long memoryBytes() {
        return ROW_BUFFER_BYTES + (long) EXPECTED_CURSORS * ChunkSpillCursor.BUFFER_BYTES;
    }

    boolean isEmpty() {
        return spills.isEmpty();
    }

    /** How many files of chunks there are now. */
    int count() {
        return spills.size();
    }

    /** Writes a spill with everything the source has. */
    void add(ReducerSource source) throws IOException {
        write(source, 0);
        while (lastAreOfOneLevel()) {
            mergeLast();
        }
    }

    /** All spills, ready to be merged with what is in memory. */
    List<ChunkSpillCursor> open() throws IOException {
        return open(spills);
    }

    private void write(ReducerSource source, int level) throws IOException {
        String name = ShuffleCommit.fileName(spec, map, context) + ".spill-" + number++;
        Path dataPath = context.directories().fileFor(name + ".data.tmp");
        Path rowsPath = dataPath.resolveSibling(name + ".rows.tmp");
        WritableFile data = files.create(dataPath);
        WritableFile rows = files.create(rowsPath);
        FileAppender dataOut = new FileAppender(data, dataBuffer);
        FileAppender rowsOut = new FileAppender(rows, rowBuffer);
        ReducerWriter out =
                new ReducerWriter(dataOut, encoder, context.settings().spillBatchSize());
        long records = 0;
        for (int reducer = source.reducer(); reducer != ReducerSource.END; reducer = source.reducer()) {
            source.write(out);
            IndexRow row = out.finish();
            records += row.records();
            rowBytes.reset();
            row.write(rowBytes, spec.shuffle(), map, reducer);
            writeRow(reducer, rowsOut);
        }
        dataOut.flush();
        rowsOut.flush();
        files.close(data);
        files.close(rows);
        spills.add(new ChunkSpill(dataPath, rowsPath, level));
        if (level == 0) {
            context.counters().addSpill(records, data.position());
        }
    }

    private void writeRow(int reducer, FileAppender rowsOut) throws IOException {
        ByteWriter header = new ByteWriter(2 * Integer.BYTES);
        header.writeInt(reducer);
        header.writeInt(rowBytes.position());
        rowsOut.write(header.array(), 0, header.position());
        rowsOut.write(rowBytes.array(), 0, rowBytes.position());
    }

    private boolean lastAreOfOneLevel() {
        if (spills.size() < FAN_IN) {
            return false;
        }
        int level = spills.get(spills.size() - 1).level();
        return spills.get(spills.size() - FAN_IN).level() == level;
    }

    private void mergeLast() throws IOException {
        List<ChunkSpill> last = spills.subList(spills.size() - FAN_IN, spills.size());
        int level = last.get(0).level() + 1;
        List<ChunkSpillCursor> cursors = open(last);
        last.clear();
        write(new MergedSources(cursors), level);
        for (ChunkSpillCursor cursor : cursors) {
            cursor.drop(files);
        }
    }

    private List<ChunkSpillCursor> open(List<ChunkSpill> merged) throws IOException {
        List<ChunkSpillCursor> cursors = new ArrayList<>();
        for (ChunkSpill spill : merged) {
            cursors.add(new ChunkSpillCursor(spill, files, spec.shuffle(), map));
        }
        return cursors;
    }
}
