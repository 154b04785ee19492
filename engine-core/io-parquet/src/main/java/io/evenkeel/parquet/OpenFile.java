package io.evenkeel.parquet;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.FileFailures;
import io.evenkeel.file.FilePiece;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;

/** A Parquet file that is being read, with its errors in words. Confined to one thread; whoever opened it closes it. */
final class OpenFile implements Closeable {

    private final FilePiece piece;
    private final PieceInput input;
    private final ParquetFileReader reader;

    private OpenFile(FilePiece piece, PieceInput input, ParquetFileReader reader) {
        this.piece = piece;
        this.input = input;
        this.reader = reader;
    }

    /**
     * Opens a file and reads its footer.
     *
     * @throws EngineException if it can't be read, has changed, or is no Parquet file
     */
    static OpenFile open(FilePiece piece) {
        piece.requireUnchanged();
        PieceInput input = new PieceInput(piece);
        ParquetReadOptions options = ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withCodecFactory(new PageCodecs())
                .usePageChecksumVerification()
                .withUseHadoopVectoredIo(false)
                .build();
        try {
            return new OpenFile(piece, input, ParquetFileReader.open(input, options));
        } catch (IOException | RuntimeException e) {
            throw failed(piece, "it has no readable footer", e);
        }
    }

    MessageType columns() {
        return reader.getFileMetaData().getSchema();
    }

    List<BlockMetaData> rowGroups() {
        return reader.getRowGroups();
    }

    /** How many bytes were read of the file so far. */
    long bytesRead() {
        return input.bytesRead();
    }

    /** From now on only these columns are read. */
    void readOnly(GroupType projection) {
        reader.setRequestedSchema(new MessageType(projection.getName(), projection.getFields()));
    }

    PageReadStore rowGroup(int index) {
        try {
            return reader.readRowGroup(index);
        } catch (IOException | RuntimeException e) {
            throw failed(piece, "row group " + index, e);
        }
    }

    /** What to throw when something in the file can't be read. */
    static EngineException failed(FilePiece piece, String where, Exception cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof EngineException known) {
                return known;
            }
            if (each instanceof BadValueException bad) {
                return new EngineException(
                        ErrorCode.MALFORMED_INPUT, piece.path() + ": " + where + ": " + bad.reason(), cause);
            }
        }
        if (cause instanceof java.nio.file.FileSystemException system) {
            return new EngineException(
                    ErrorCode.INPUT_UNREADABLE, piece.path() + " can't be read: " + FileFailures.reason(system), cause);
        }
        String reason = String.valueOf(cause.getMessage());
        return new EngineException(
                ErrorCode.MALFORMED_INPUT,
                piece.path() + " is not a whole Parquet file: " + where + ": " + reason.replaceAll("\\s+", " "),
                cause);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
