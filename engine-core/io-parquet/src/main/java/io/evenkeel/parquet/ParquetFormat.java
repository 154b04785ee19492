package io.evenkeel.parquet;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.RowFormat;
import io.evenkeel.file.RowWriter;
import io.evenkeel.operator.TaskContext;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Records as Parquet files. Immutable.
 *
 * @param type the class of the rows
 * @param rowGroupBytes about how much a row group holds
 */
record ParquetFormat<R>(Class<R> type, ParquetCompression compression, long rowGroupBytes) implements RowFormat<R> {

    /** Refuses what is no record, and components that Parquet has no columns for. */
    ParquetFormat {
        if (!type.isRecord()) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, type.getName() + " is no record class");
        }
        columnsOf(type);
    }

    private static RecordWriting columnsOf(Class<?> type) {
        try {
            return RecordWriting.of(type, "row", "");
        } catch (BadValueException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, type.getName() + ": " + e.reason(), e);
        }
    }

    @Override
    public String suffix() {
        return ".parquet";
    }

    @Override
    public RowWriter<R> open(OutputStream target, TaskContext context) throws IOException {
        return ParquetRowWriter.open(columnsOf(type), compression, rowGroupBytes, target);
    }
}
