package io.evenkeel.parquet;

import io.evenkeel.error.Closing;
import java.io.Closeable;
import java.io.IOException;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** The rows of neighbouring row groups of one file. Confined to one thread; whoever opened it closes it. */
final class RowGroupRows implements Closeable {

    private final RowGroups part;
    private final OpenFile file;
    private final MessageColumnIO columns;
    private final GroupConverter converter;
    private @Nullable Object made;
    private @Nullable RecordReader<Object> reader;
    private int group;
    private long left;
    private long row;
    private long bytesTaken;

    private RowGroupRows(RowGroups part, OpenFile file, RecordReading reading) {
        this.part = part;
        this.file = file;
        this.group = part.first() - 1;
        MessageType read = new MessageType("row", reading.projection().getFields());
        this.columns = new ColumnIOFactory().getColumnIO(read, file.columns());
        this.converter = reading.converter(value -> made = value);
        for (BlockMetaData before : file.rowGroups().subList(0, part.first())) {
            row += before.getRowCount();
        }
    }

    static RowGroupRows open(RowGroups part, Class<?> type) {
        OpenFile file = OpenFile.open(part.file());
        try {
            RecordReading reading = ParquetSource.reading(part.file(), file, type);
            file.readOnly(reading.projection());
            return new RowGroupRows(part, file, reading);
        } catch (RuntimeException | Error e) {
            Closing.after(e, file);
            throw e;
        }
    }

    /** The next row; null behind the last one. */
    @Nullable
    Object next() {
        while (left == 0) {
            if (++group >= part.end()) {
                return null;
            }
            left = file.rowGroups().get(group).getRowCount();
            if (left > 0) {
                reader = columns.getRecordReader(file.rowGroup(group), new Made());
            }
        }
        RecordReader<Object> current = reader;
        if (current == null) {
            throw new IllegalStateException("no row group was opened");
        }
        try {
            made = null;
            current.read();
        } catch (RuntimeException e) {
            throw OpenFile.failed(part.file(), "row " + row, e);
        }
        left--;
        row++;
        return made;
    }

    /** How many bytes were read since this was last asked. */
    long takeBytesRead() {
        long now = file.bytesRead();
        long since = now - bytesTaken;
        bytesTaken = now;
        return since;
    }

    /** Where it stands, for messages. */
    String place() {
        return "row group " + group + " of " + part.file().path();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /** Gives out what the converter made. */
    private final class Made extends RecordMaterializer<Object> {

        @Override
        public @Nullable Object getCurrentRecord() {
            return made;
        }

        @Override
        public GroupConverter getRootConverter() {
            return converter;
        }
    }
}
