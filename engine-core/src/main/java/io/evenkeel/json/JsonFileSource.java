package io.evenkeel.json;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.BadRows;
import io.evenkeel.file.DriverSplits;
import io.evenkeel.file.FileSource;
import io.evenkeel.file.FileSplit;
import io.evenkeel.file.InputListing;
import io.evenkeel.file.SplitPlan;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.text.TextOptions;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The objects of files with one on each line; blank lines are left out. What is read is fixed when the source is made, as
 * for text. Immutable; the splits stay at the driver.
 */
public final class JsonFileSource<R> implements FileSource<R> {

    private static final int BUFFER_BYTES = 1 << 17;

    private final String input;
    private final TextOptions options;
    private final Class<?> type;
    private final BadRows badRows;
    private final int bufferBytes;
    private final DriverSplits splits;

    private JsonFileSource(
            String input,
            TextOptions options,
            Class<?> type,
            BadRows badRows,
            List<FileSplit> splits,
            int bufferBytes) {
        this.input = input;
        this.options = options;
        this.type = type;
        this.badRows = badRows;
        this.splits = new DriverSplits(describe(), splits);
        this.bufferBytes = bufferBytes;
    }

    /**
     * Objects as records of a class.
     *
     * @throws EngineException naming the path, or the component that can't be read
     */
    public static <R> JsonFileSource<R> ofRecords(String input, TextOptions options, Class<R> type, BadRows badRows) {
        if (!type.isRecord()) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, type.getName() + " is no record class");
        }
        RecordReader.of(type);
        return of(input, options, type, badRows, BUFFER_BYTES);
    }

    /** Objects as maps. */
    public static JsonFileSource<Map<String, Object>> ofMaps(String input, TextOptions options, BadRows badRows) {
        return of(input, options, Map.class, badRows, BUFFER_BYTES);
    }

    /** The same with a read buffer of another size. */
    static <R> JsonFileSource<R> of(
            String input, TextOptions options, Class<?> type, BadRows badRows, int bufferBytes) {
        List<FileSplit> splits = SplitPlan.ofLines(
                InputListing.list(input), options.minPartitions(), options.minSplitBytes(), options.maxSplitBytes());
        return new JsonFileSource<>(input, options, type, badRows, splits, bufferBytes);
    }

    @Override
    public String describe() {
        return "json " + input;
    }

    @Override
    public int partitions() {
        return splits.count();
    }

    @Override
    public List<Path> files() {
        return splits.files();
    }

    @Override
    public Serializable split(int partition) {
        return splits.get(partition);
    }

    @Override
    public Records<R> open(Serializable split, TaskContext context) {
        ValueReader reader = type.isRecord() ? RecordReader.of(type) : new ValueReader.OfMap(AnyValue.READER);
        return new JsonRecords<>((FileSplit) split, options, reader, badRows, bufferBytes, context);
    }
}
