package io.evenkeel.task;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.error.Closing;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Detachable;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import io.evenkeel.sort.RecordCursor;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.sort.SpillableRecords;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Each row of one partition with each of another, as pairs. The right rows are computed once and kept encoded, in memory
 * or on disk. Confined to the task's thread.
 */
final class CartesianRows implements Records<Object> {

    private final Records<Object> lefts;
    private final SpillableRecords rights;
    private final Codec<Object> codec;
    private final TaskContext context;
    private final ByteReader in = new ByteReader();
    private @Nullable Object left;
    private @Nullable RecordCursor cursor;

    private CartesianRows(Records<Object> lefts, SpillableRecords rights, Codec<Object> codec, TaskContext context) {
        this.lefts = lefts;
        this.rights = rights;
        this.codec = codec;
        this.context = context;
    }

    /** Reads the right part as a whole, then opens the left one. */
    static CartesianRows of(MergedRows.Part left, MergedRows.Part right, TaskContext context, SpillContext spills)
            throws Exception {
        Codec<Object> codec = context.codecs().tagged();
        SpillableRecords kept = new SpillableRecords(spills);
        try {
            keep(right, kept, codec);
            return new CartesianRows(left.open(), kept, codec, context);
        } catch (Throwable e) {
            Closing.after(e, kept);
            throw e;
        }
    }

    @SuppressWarnings("NullAway") // the codec that takes anything takes null
    private static void keep(MergedRows.Part part, SpillableRecords kept, Codec<Object> codec) throws Exception {
        ByteWriter encoded = new ByteWriter(256);
        try (Records<Object> rows = part.open()) {
            rows.forEachRemaining(row -> {
                encoded.reset();
                codec.write(Detachable.detach(row), encoded);
                kept.append(encoded.array(), 0, encoded.position());
                return true;
            });
        }
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        RecordCursor at = advance();
        if (at == null) {
            return false;
        }
        sink.accept(row(at));
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        for (RecordCursor at = advance(); at != null; at = advance()) {
            if (!sink.accept(row(at))) {
                return false;
            }
        }
        return true;
    }

    @SuppressWarnings("NullAway") // rows may be null
    private Object row(RecordCursor at) {
        in.reset(at.array(), at.offset(), at.length());
        return new Pair<>(left, codec.read(in));
    }

    /** The cursor at the next right row, with the left one it goes with; null at the end. */
    private @Nullable RecordCursor advance() throws Exception {
        while (true) {
            RecordCursor at = cursor;
            if (at == null) {
                if (rights.count() == 0 || !nextLeft()) {
                    return null;
                }
                context.checkCancelled();
                cursor = rights.open();
            } else if (at.next()) {
                return at;
            } else {
                cursor = null;
                at.close();
            }
        }
    }

    private boolean nextLeft() throws Exception {
        return lefts.tryAdvance(row -> {
            left = Detachable.detach(row);
            return true;
        });
    }

    @Override
    public void close() throws IOException {
        try (lefts) {
            cursor = null;
            rights.close();
        }
    }
}
