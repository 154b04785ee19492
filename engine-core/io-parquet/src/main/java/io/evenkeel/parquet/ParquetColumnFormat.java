package io.evenkeel.parquet;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.ColumnFormat;
import io.evenkeel.file.ColumnSink;
import io.evenkeel.file.FilePiece;
import io.evenkeel.file.InputListing;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** One column of Parquet files, for tools; nothing but that column is read. Thread-safe. */
public final class ParquetColumnFormat implements ColumnFormat {

    private static final byte[] MAGIC = {'P', 'A', 'R', '1'};

    /** For the service loader. */
    public ParquetColumnFormat() {}

    @Override
    public String title() {
        return "Parquet";
    }

    @Override
    public boolean begins(byte[] head) {
        return head.length >= MAGIC.length && java.util.Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    @Override
    public void read(Path file, String column, ColumnSink values) throws IOException {
        FilePiece piece = InputListing.list(file.toString()).get(0);
        try (OpenFile open = OpenFile.open(piece)) {
            OneColumn reading = column(piece, open.columns(), column);
            open.readOnly(reading.projection());
            MessageColumnIO columns = new ColumnIOFactory()
                    .getColumnIO(new MessageType("row", reading.projection().getFields()), open.columns());
            List<BlockMetaData> groups = open.rowGroups();
            for (int i = 0; i < groups.size(); i++) {
                PageReadStore pages = open.rowGroup(i);
                RecordReader<Object> rows = columns.getRecordReader(pages, reading);
                for (long left = groups.get(i).getRowCount(); left > 0; left--) {
                    reading.begin();
                    try {
                        rows.read();
                    } catch (RuntimeException e) {
                        throw OpenFile.failed(piece, "row group " + i, e);
                    }
                    values.accept(reading.value());
                }
            }
        }
    }

    private static OneColumn column(FilePiece piece, MessageType columns, String name) {
        List<String> path = columns.containsField(name) ? List.of(name) : List.of(name.split("\\.", -1));
        GroupType group = columns;
        for (int i = 0; i < path.size(); i++) {
            if (!group.containsField(path.get(i))) {
                throw missing(piece, name, group);
            }
            Type found = group.getType(path.get(i));
            boolean isLast = i == path.size() - 1;
            if (found.isRepetition(Type.Repetition.REPEATED) || found.isPrimitive() != isLast) {
                throw noKey(piece, name, found);
            }
            if (!isLast) {
                group = found.asGroupType();
            } else {
                try {
                    return OneColumn.of(columns, path, found.asPrimitiveType());
                } catch (BadValueException e) {
                    throw new EngineException(ErrorCode.MALFORMED_INPUT, piece.path() + ": " + e.reason(), e);
                }
            }
        }
        throw missing(piece, name, group);
    }

    private static EngineException missing(FilePiece piece, String name, GroupType group) {
        String names = group.getFields().stream().map(Type::getName).limit(50).collect(Collectors.joining(", "));
        return new EngineException(
                ErrorCode.MALFORMED_INPUT,
                piece.path() + ": no column '" + name + "'; its columns are " + names
                        + (group.getFieldCount() > 50 ? ", …" : ""));
    }

    private static EngineException noKey(FilePiece piece, String name, Type found) {
        return new EngineException(
                ErrorCode.MALFORMED_INPUT,
                piece.path() + ": '" + name + "' is '" + ColumnReading.shown(found)
                        + "', which is no key; name a column of" + " single values");
    }
}
