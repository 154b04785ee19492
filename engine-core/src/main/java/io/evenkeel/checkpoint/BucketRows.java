package io.evenkeel.checkpoint;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The pairs of one bucket, each of which is checked to lie where its key's hash says: what follows relies on it. Confined to
 * the task's thread.
 */
record BucketRows(Records<Object> rows, Path file, int bucket, int buckets) implements Records<Object> {

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        return rows.tryAdvance(row -> sink.accept(checked(row)));
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        return rows.forEachRemaining(row -> sink.accept(checked(row)));
    }

    private Object checked(Object row) {
        if (!(row instanceof Pair<?, ?> pair)) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT, file + " holds " + row + ", which is no pair; read it with objectFile");
        }
        int right = StructuralHash.reducer(StructuralHash.hash(pair.key()), buckets);
        if (right != bucket) {
            throw new EngineException(
                    ErrorCode.CORRUPT_DATA,
                    file + " holds the key " + pair.key() + ", which belongs into bucket " + right + " of " + buckets
                            + ": the directory is no whole output of saveBucketed, or of a version with another hash;"
                            + " read it with objectFile and save it anew");
        }
        return row;
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
