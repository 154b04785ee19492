package io.evenkeel.text;

import io.evenkeel.file.DriverSplits;
import io.evenkeel.file.FileSource;
import io.evenkeel.file.FileSplit;
import io.evenkeel.file.InputListing;
import io.evenkeel.file.SplitPlan;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;

/**
 * The lines of text files. What is read is fixed when the source is made: files that come later are not seen, and a file
 * that is changed in between fails the task that reads it. Counts the lines, and their bytes with line ends (unpacked for
 * packed files), that a task read.
 *
 * <p>Immutable. The splits stay at the driver: they travel one by one, with the tasks.
 */
public final class TextFileSource implements FileSource<String> {

    private static final int BUFFER_BYTES = 1 << 17;

    private final String input;
    private final TextOptions options;
    private final int bufferBytes;
    private final DriverSplits splits;

    private TextFileSource(String input, TextOptions options, List<FileSplit> splits, int bufferBytes) {
        this.input = input;
        this.options = options;
        this.splits = new DriverSplits(describe(), splits);
        this.bufferBytes = bufferBytes;
    }

    /**
     * Lists an input and plans its splits.
     *
     * @param input a file; a directory, which stands for its files except those whose names start with {@code _} or
     *     {@code .}; a pattern with <code>* ? [a-z] {one,two}</code>; or several of these with commas between them. Files
     *     that end in {@code .gz}, {@code .bz2}, {@code .zst} or {@code .lz4} are unpacked, and cut where their format
     *     allows it.
     * @throws io.evenkeel.error.EngineException naming the path: {@code INPUT_NOT_FOUND} also for a pattern that nothing
     *     matches and a directory without files, {@code INPUT_UNREADABLE}, or {@code INVALID_ARGUMENT}
     */
    public static TextFileSource of(String input, TextOptions options) {
        return of(input, options, BUFFER_BYTES);
    }

    /** The same with a read buffer of another size. */
    static TextFileSource of(String input, TextOptions options, int bufferBytes) {
        return new TextFileSource(input, options, plan(input, options), bufferBytes);
    }

    private static List<FileSplit> plan(String input, TextOptions options) {
        return SplitPlan.ofLines(
                InputListing.list(input), options.minPartitions(), options.minSplitBytes(), options.maxSplitBytes());
    }

    @Override
    public String describe() {
        return "text " + input;
    }

    @Override
    public int partitions() {
        return splits.count();
    }

    @Override
    public Serializable split(int partition) {
        return splits.get(partition);
    }

    @Override
    public List<Path> files() {
        return splits.files();
    }

    @Override
    public Records<String> open(Serializable split, TaskContext context) {
        return new TextRecords(new LinesOfSplit((FileSplit) split, options, bufferBytes, context));
    }
}
