package io.evenkeel.file;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Packs into frames of Zstandard, each with a checksum, so that the file can be cut between them. Flushing does nothing: it
 * would end a frame. Confined to the task's thread; closes the target.
 */
final class ZstdFramesStream extends OutputStream {

    private static final int FRAME_BYTES = 4 << 20;

    private final ZstdOutputStreamNoFinalizer frames;
    private int inFrame;

    ZstdFramesStream(OutputStream target) throws IOException {
        this.frames = new ZstdOutputStreamNoFinalizer(target);
        frames.setChecksum(true);
        frames.setCloseFrameOnFlush(true);
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
        for (int written = 0; written < length; ) {
            int step = Math.min(length - written, FRAME_BYTES - inFrame);
            frames.write(source, offset + written, step);
            written += step;
            inFrame += step;
            if (inFrame == FRAME_BYTES) {
                frames.flush();
                inFrame = 0;
            }
        }
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
