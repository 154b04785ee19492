package io.evenkeel.storage.block;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.storage.ReadableFile;
import java.io.IOException;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Reads a block's chunks from its file and checks each before it is given out. Confined to one thread. */
final class DiskFormReader implements RowChunks {

    private final BlockId block;
    private final DiskForm form;
    private final ReadableFile file;
    private final CRC32C crc = new CRC32C();
    private final boolean ownArrays;
    private byte[] buffer = new byte[0];
    private int next;

    /**
     * @param file which it closes
     * @param ownArrays whether every chunk gets an array of its own, to be kept
     */
    DiskFormReader(BlockId block, DiskForm form, ReadableFile file, boolean ownArrays) {
        this.block = block;
        this.form = form;
        this.file = file;
        this.ownArrays = ownArrays;
    }

    @Override
    public @Nullable RowChunk next() throws IOException {
        if (next == form.parts().size()) {
            return null;
        }
        DiskForm.Part part = form.parts().get(next);
        if (ownArrays || buffer.length < part.length()) {
            buffer = new byte[part.length()];
        }
        file.readFully(part.offset(), buffer, 0, part.length());
        crc.reset();
        crc.update(buffer, 0, part.length());
        if ((int) crc.getValue() != part.checksum()) {
            throw new EngineException(
                    ErrorCode.CORRUPT_DATA,
                    block.name() + ": its file " + form.path() + " is damaged at byte " + part.offset()
                            + ". What it held is computed again. The disk may be failing; evenkeel.local.dirs says which"
                            + " directories are used.");
        }
        next++;
        return new RowChunk(part.codec(), part.rows(), buffer, part.length());
    }

    @Override
    public void close() throws IOException {
        next = form.parts().size();
        file.close();
    }
}
