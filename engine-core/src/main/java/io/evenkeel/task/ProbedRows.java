package io.evenkeel.task;

import io.evenkeel.aggregate.RowsByKey;
import io.evenkeel.codec.Codec;
import io.evenkeel.plan.JoinType;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a join of which one side is in memory: the other one is looked up there row by row, as it is read, and is
 * neither kept nor sorted. What only the side in memory has comes at the end. Confined to the task's thread.
 */
final class ProbedRows implements Records<Object> {

    private static final long NONE = RowsByKey.NONE;

    private final RowsByKey held;
    private final ShuffleCursor read;
    private final JoinType type;
    private final boolean holdsLeft;
    private final Codec<Object> keyCodec;
    private final Codec<Object> heldCodec;
    private final ProbeBatch probes;

    /** Whether, once the other side is read, what matched nothing in memory, or something, is still due. */
    private final boolean hasRest;

    private boolean reading = true;

    /** All keys in memory, once the other side is read, if they have a rest. */
    private RowsByKey.@Nullable Keys rest;

    /** The present row of the side that is read, or the present key of the rest. */
    private @Nullable Object key;

    private @Nullable Object value;

    /** The key in memory that {@link #key} was decoded for. */
    private long found = NONE;

    /** The rows in memory that come next: those behind this one, to the last. */
    private long row = NONE;

    private long lastRow = NONE;

    /**
     * Joins.
     *
     * @param held the side in memory, whole
     * @param read the other side
     * @param holdsLeft whether the side in memory is the left one
     * @param chosen which keys are taken; null for all
     */
    ProbedRows(
            RowsByKey held,
            ShuffleCursor read,
            JoinType type,
            boolean holdsLeft,
            Codec<Object> keyCodec,
            Codec<Object> heldCodec,
            Codec<Object> readCodec,
            @Nullable ChosenKeys chosen) {
        this.held = held;
        this.read = read;
        this.type = type;
        this.holdsLeft = holdsLeft;
        this.keyCodec = keyCodec;
        this.heldCodec = heldCodec;
        this.probes = new ProbeBatch(read, held, keyCodec, readCodec, chosen);
        this.hasRest = type.givesPairs() ? keeps(type, holdsLeft) : holdsLeft;
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        Object next = next();
        if (next == null) {
            return false;
        }
        sink.accept(next);
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        for (Object next = next(); next != null; next = next()) {
            if (!sink.accept(next)) {
                return false;
            }
        }
        return true;
    }

    /** The next row; null at the end. */
    private @Nullable Object next() {
        while (row == NONE) {
            if (reading) {
                Object alone = readOne();
                if (alone != null) {
                    return alone;
                }
            } else if (!nextOfRest()) {
                return null;
            }
        }
        row = held.following(row);
        Object heldValue = held.value(row, heldCodec);
        if (row == lastRow) {
            row = NONE;
        }
        return type.givesPairs() ? pair(heldValue, value) : single(heldValue);
    }

    /** Stands before rows in memory. */
    private void standBefore(long last) {
        lastRow = last;
        row = last;
    }

    /** Reads a row of the other side and stands before those in memory that go with it; or gives the row that it is alone. */
    private @Nullable Object readOne() {
        if (!probes.next()) {
            reading = false;
            read.close();
            value = null;
            rest = hasRest ? held.keys() : null;
            return null;
        }
        long match = match();
        boolean isAlone = type.givesPairs()
                ? match == NONE && keeps(type, !holdsLeft)
                : !holdsLeft && (match != NONE) != type.keepsLeft();
        if (isAlone) {
            decodeKey(match);
            Object alone = probes.value();
            return type.givesPairs() ? pair(null, alone) : single(alone);
        }
        if (match != NONE && type.givesPairs()) {
            value = probes.value();
            standBefore(held.lastOf(match));
        }
        return null;
    }

    /** Finds the key in memory that matches, and remembers that it did where that makes a difference. */
    private long match() {
        long match = probes.find();
        if (match == NONE) {
            return NONE;
        }
        if (match != found) {
            decodeKey(match);
            if (key == null && !type.matchesNull()) {
                found = NONE;
                return NONE;
            }
            if (hasRest) {
                held.match(match);
            }
        }
        return match;
    }

    private void decodeKey(long match) {
        if (match == NONE || match != found) {
            key = probes.key();
            found = match;
        }
    }

    /** Moves to rows in memory that are due though nothing read goes with them, or because something did. */
    private boolean nextOfRest() {
        RowsByKey.Keys keys = rest;
        while (keys != null && keys.next()) {
            boolean isWanted = type.givesPairs() ? !keys.isMatched() : keys.isMatched() != type.keepsLeft();
            if (isWanted) {
                key = keys.key(keyCodec);
                standBefore(keys.lastRow());
                return true;
            }
        }
        rest = null;
        return false;
    }

    private static boolean keeps(JoinType type, boolean left) {
        return left ? type.keepsLeft() : type.keepsRight();
    }

    @SuppressWarnings("NullAway") // keys and values may be null
    private Object pair(@Nullable Object heldValue, @Nullable Object readValue) {
        return new Pair<>(key, holdsLeft ? new Pair<>(heldValue, readValue) : new Pair<>(readValue, heldValue));
    }

    @SuppressWarnings("NullAway") // keys and values may be null
    private Object single(@Nullable Object left) {
        return new Pair<>(key, left);
    }

    @Override
    public void close() throws IOException {
        row = NONE;
        rest = null;
        if (reading) {
            reading = false;
            read.close();
        }
        held.close();
    }
}
