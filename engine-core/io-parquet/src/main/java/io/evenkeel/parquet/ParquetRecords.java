package io.evenkeel.parquet;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.util.Collections;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** The rows of one partition. Confined to the task's thread; closes what it opened. */
final class ParquetRecords<R> implements Records<R> {

    private static final int CHECK_EVERY = 1 << 12;

    private final Class<R> type;
    private final TaskContext context;
    private Iterator<RowGroups> parts;
    private @Nullable RowGroupRows rows;
    private int sinceCheck;

    ParquetRecords(Class<R> type, Iterator<RowGroups> parts, TaskContext context) {
        this.type = type;
        this.parts = parts;
        this.context = context;
    }

    @Override
    public boolean tryAdvance(Sink<? super R> sink) throws Exception {
        R row = next();
        if (row == null) {
            return false;
        }
        sink.accept(row);
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super R> sink) throws Exception {
        for (R row = next(); row != null; row = next()) {
            if (!sink.accept(row)) {
                return false;
            }
        }
        return true;
    }

    private @Nullable R next() throws IOException {
        while (rows != null || parts.hasNext()) {
            RowGroupRows current = rows;
            if (current == null) {
                context.checkCancelled();
                RowGroups part = parts.next();
                current = RowGroupRows.open(part, type);
                rows = current;
            }
            Object row = advanced(current);
            context.counters().addRead(row == null ? 0 : 1, current.takeBytesRead());
            if (row != null) {
                if (++sinceCheck == CHECK_EVERY) {
                    sinceCheck = 0;
                    context.checkCancelled();
                }
                return type.cast(row);
            }
            rows = null;
            current.close();
        }
        return null;
    }

    private static @Nullable Object advanced(RowGroupRows rows) {
        try {
            return rows.next();
        } catch (OutOfMemoryError e) {
            throw new EngineException(
                    ErrorCode.OUT_OF_MEMORY,
                    rows.place()
                            + " does not fit into memory: a task holds the columns it reads of one row group; raise"
                            + " the memory of driver or executor, read fewer columns, or write the file with smaller row"
                            + " groups",
                    e);
        }
    }

    @Override
    public void close() throws IOException {
        parts = Collections.emptyIterator();
        RowGroupRows closing = rows;
        rows = null;
        if (closing != null) {
            closing.close();
        }
    }
}
