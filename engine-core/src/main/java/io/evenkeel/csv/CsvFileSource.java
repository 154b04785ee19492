package io.evenkeel.csv;

import io.evenkeel.file.BadRows;
import io.evenkeel.file.FilePiece;
import io.evenkeel.file.FileSource;
import io.evenkeel.file.FileSplit;
import io.evenkeel.operator.RowSource;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The rows of CSV files. What is read is fixed when the source is made, as for text. Files are cut anywhere, also inside of
 * quotes: before the first job, {@link #scan} looks at the pieces of files that are cut, side by side, and {@link #settle}
 * tells from that what each cut lies in. Thread-safe; the splits stay at the driver.
 */
public final class CsvFileSource<R> implements FileSource<R> {

    private final String input;
    private final CsvOptions options;
    private final RowMaker<R> maker;
    private final BadRows badRows;
    private final int partitions;
    private final int bufferBytes;
    private final transient @Nullable CsvInput files;
    private final transient AtomicReference<List<CsvSplit>> settled = new AtomicReference<>();

    private CsvFileSource(CsvInput files, RowMaker<R> maker, BadRows badRows, int bufferBytes) {
        this.input = files.input();
        this.options = files.options();
        this.maker = maker;
        this.badRows = badRows;
        this.bufferBytes = bufferBytes;
        this.files = files;
        this.partitions = files.splits().size();
    }

    /**
     * Rows of an input.
     *
     * @throws io.evenkeel.error.EngineException if a file lacks a column
     */
    public static <R> CsvFileSource<R> of(CsvInput files, RowMaker<R> maker, BadRows badRows) {
        return of(files, maker, badRows, 1 << 17);
    }

    /** The same with a read buffer of another size. */
    static <R> CsvFileSource<R> of(CsvInput files, RowMaker<R> maker, BadRows badRows, int bufferBytes) {
        files.check(maker);
        return new CsvFileSource<>(files, maker, badRows, bufferBytes);
    }

    @Override
    public String describe() {
        return "csv " + input;
    }

    @Override
    public int partitions() {
        return partitions;
    }

    private CsvInput driverFiles() {
        if (files == null) {
            throw new IllegalStateException("the files of " + describe() + " are known at the driver only");
        }
        return files;
    }

    @Override
    public List<Path> files() {
        return driverFiles().files();
    }

    /** What must be computed, all of it, before {@link #split} can be called; empty if nothing must. */
    public Optional<RowSource<PieceScan>> scan() {
        List<FilePiece> unknown = driverFiles().followed();
        if (unknown.isEmpty() || settled.get() != null) {
            return Optional.empty();
        }
        return Optional.of(new CsvScan(input, options, unknown));
    }

    /**
     * Takes what {@link #scan} gave. The first answer counts: others are equal.
     *
     * @param scans the rows of its partitions, in order
     */
    public void settle(List<PieceScan> scans) {
        settled.compareAndSet(null, place(scans));
    }

    private List<CsvSplit> place(List<PieceScan> scans) {
        Iterator<PieceScan> seen = scans.iterator();
        List<CsvSplit> splits = new ArrayList<>();
        CsvPiece previous = null;
        for (FileSplit split : driverFiles().splits()) {
            List<CsvPiece> pieces = new ArrayList<>();
            for (FilePiece piece : split.pieces()) {
                previous = previous != null && CsvInput.follows(previous.piece(), piece)
                        ? CsvPiece.behind(previous, seen.next(), piece)
                        : CsvPiece.first(piece, driverFiles().header(piece));
                pieces.add(previous);
            }
            splits.add(new CsvSplit(pieces));
        }
        return splits;
    }

    @Override
    public Serializable split(int partition) {
        List<CsvSplit> known = settled.get();
        if (known == null) {
            known = place(List.of());
            settled.compareAndSet(null, known);
        }
        return known.get(partition);
    }

    @Override
    public Records<R> open(Serializable split, TaskContext context) {
        return new CsvRecords<>((CsvSplit) split, options, maker, badRows, bufferBytes, context);
    }
}
