package io.evenkeel.parquet;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** A stream as Parquet writes it. It can be told to let nothing through any more. Confined to one thread. */
final class StreamOutput extends PositionOutputStream implements OutputFile {

    private final OutputStream target;
    private long position;
    private boolean isMute;

    StreamOutput(OutputStream target) {
        this.target = target;
    }

    /** From now on what is written goes nowhere. */
    void mute() {
        isMute = true;
    }

    @Override
    public long getPos() {
        return position;
    }

    @Override
    public void write(int value) throws IOException {
        if (!isMute) {
            target.write(value);
        }
        position++;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        if (!isMute) {
            target.write(source, offset, length);
        }
        position += length;
    }

    @Override
    public void flush() throws IOException {
        if (!isMute) {
            target.flush();
        }
    }

    @Override
    public void close() throws IOException {
        target.close();
    }

    @Override
    public PositionOutputStream create(long blockSizeHint) {
        return this;
    }

    @Override
    public PositionOutputStream createOrOverwrite(long blockSizeHint) {
        return this;
    }

    @Override
    public boolean supportsBlockSize() {
        return false;
    }

    @Override
    public long defaultBlockSize() {
        return 0;
    }
}
