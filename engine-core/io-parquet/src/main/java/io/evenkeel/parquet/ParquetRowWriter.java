package io.evenkeel.parquet;

import io.evenkeel.error.Closing;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.RowWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.ParquetConfiguration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/** Writes records to one Parquet file. Confined to the task's thread. */
final class ParquetRowWriter<R> implements RowWriter<R> {

    private final StreamOutput output;
    private final ParquetWriter<R> writer;
    private long rows;
    private boolean isClosed;

    private ParquetRowWriter(StreamOutput output, ParquetWriter<R> writer) {
        this.output = output;
        this.writer = writer;
    }

    static <R> ParquetRowWriter<R> open(
            RecordWriting columns, ParquetCompression compression, long rowGroupBytes, OutputStream target)
            throws IOException {
        StreamOutput output = new StreamOutput(target);
        try {
            ParquetWriter<R> writer = new Builder<R>(output, columns)
                    .withConf(new PlainParquetConfiguration())
                    .withCodecFactory(new PageCodecs())
                    .withCompressionCodec(compression.codec())
                    .withRowGroupSize(rowGroupBytes)
                    .withMaxPaddingSize(0)
                    .build();
            return new ParquetRowWriter<>(output, writer);
        } catch (IOException | RuntimeException | Error e) {
            Closing.after(e, output);
            throw e;
        }
    }

    @Override
    public void write(R row) throws IOException {
        if (row == null) {
            throw refused("it is null, and a row of Parquet is a record");
        }
        try {
            writer.write(row);
        } catch (BadValueException e) {
            throw refused(e.reason());
        }
        rows++;
    }

    private EngineException refused(String reason) {
        return new EngineException(ErrorCode.INVALID_ARGUMENT, "row " + rows + " of the partition: " + reason);
    }

    @Override
    public void finish() throws IOException {
        isClosed = true;
        writer.close();
    }

    /** Parquet's writer can end in no other way than by writing what it has, so that this goes nowhere. */
    @Override
    public void close() throws IOException {
        if (isClosed) {
            output.close();
            return;
        }
        isClosed = true;
        output.mute();
        try (output) {
            writer.close();
        } catch (RuntimeException e) {
            throw new IOException("the writer could not be ended: " + e.getMessage(), e);
        }
    }

    private static final class Builder<R> extends ParquetWriter.Builder<R, Builder<R>> {

        private final RecordWriting columns;

        Builder(StreamOutput output, RecordWriting columns) {
            super(output);
            this.columns = columns;
        }

        @Override
        protected Builder<R> self() {
            return this;
        }

        @Override
        @Deprecated // in Parquet, which has it abstract still
        protected WriteSupport<R> getWriteSupport(Configuration configuration) {
            return new Records<>(columns);
        }

        @Override
        protected WriteSupport<R> getWriteSupport(ParquetConfiguration configuration) {
            return new Records<>(columns);
        }
    }

    /** Tells Parquet's writer what rows are made of. */
    private static final class Records<R> extends WriteSupport<R> {

        private final RecordWriting columns;
        private @Nullable RecordConsumer consumer;

        Records(RecordWriting columns) {
            this.columns = columns;
        }

        @Override
        @Deprecated // in Parquet, which has it abstract still
        public WriteContext init(Configuration configuration) {
            return context();
        }

        @Override
        public WriteContext init(ParquetConfiguration configuration) {
            return context();
        }

        private WriteContext context() {
            return new WriteContext(
                    new MessageType(columns.column().getName(), columns.column().getFields()), Map.of());
        }

        @Override
        public void prepareForWrite(RecordConsumer target) {
            consumer = target;
        }

        @Override
        public void write(R row) {
            RecordConsumer target = consumer;
            if (target == null) {
                throw new IllegalStateException("the writer was not prepared");
            }
            target.startMessage();
            columns.writeFields(row, target);
            target.endMessage();
        }
    }
}
