package io.evenkeel.task;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.NaturalOrder;
import io.evenkeel.error.Closing;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import io.evenkeel.sort.ExternalSorter;
import io.evenkeel.sort.RecordComparator;
import io.evenkeel.sort.SortedRecords;
import java.io.IOException;
import java.util.Comparator;

/**
 * The values of a shuffle in the natural order of their keys. Where all keys are written by one codec that can tell the
 * order from bytes, no key is decoded; else keys are compared as objects. Confined to the task's thread.
 */
final class SortedRows implements Records<Object> {

    private final SortedRecords sorted;
    private final Codec<Object> keyCodec;
    private final Codec<Object> valueCodec;
    private final ByteReader in = new ByteReader();

    private SortedRows(SortedRecords sorted, Codec<Object> keyCodec, Codec<Object> valueCodec) {
        this.sorted = sorted;
        this.keyCodec = keyCodec;
        this.valueCodec = valueCodec;
    }

    /** Reads the whole share of the reducer and sorts it. */
    static SortedRows of(ReduceInputs inputs) throws IOException {
        Codec<Object> tagged = inputs.codecs().tagged();
        Codec<Object> key = inputs.keyCodec().orElse(tagged);
        Codec<Object> value = inputs.valueCodec(0).orElse(tagged);
        RecordComparator comparator = key.ordered()
                ? (left, leftOffset, leftLength, right, rightOffset, rightLength) ->
                        key.compareEncoded(left, leftOffset, right, rightOffset)
                : comparingObjects(key);
        ExternalSorter sorter = new ExternalSorter(inputs.spills(), comparator);
        try (ShuffleCursor cursor = inputs.open(0)) {
            insertAll(cursor, sorter, key, value);
            return new SortedRows(sorter.sorted(), key, value);
        } catch (Throwable e) {
            Closing.after(e, sorter);
            throw e;
        }
    }

    private static void insertAll(ShuffleCursor cursor, ExternalSorter sorter, Codec<Object> key, Codec<Object> value)
            throws IOException {
        ByteWriter encoded = new ByteWriter(256);
        while (cursor.next()) {
            ByteReader in = cursor.in();
            byte[] bytes = in.array();
            int start = in.position();
            if (cursor.keyCodec() == key && cursor.valueCodec() == value) {
                key.skip(in);
                value.skip(in);
                sorter.insert(prefix(key, bytes, start), bytes, start, in.position() - start);
            } else {
                encoded.reset();
                key.write(cursor.keyCodec().read(in), encoded);
                value.write(cursor.valueCodec().read(in), encoded);
                sorter.insert(prefix(key, encoded.array(), 0), encoded.array(), 0, encoded.position());
            }
        }
    }

    private static long prefix(Codec<Object> key, byte[] bytes, int offset) {
        return key.ordered() ? key.orderPrefix(bytes, offset) : 0;
    }

    private static RecordComparator comparingObjects(Codec<Object> key) {
        Comparator<Object> order = NaturalOrder.nullsFirst();
        ByteReader leftIn = new ByteReader();
        ByteReader rightIn = new ByteReader();
        return (left, leftOffset, leftLength, right, rightOffset, rightLength) -> {
            leftIn.reset(left, leftOffset, leftLength);
            rightIn.reset(right, rightOffset, rightLength);
            return order.compare(key.read(leftIn), key.read(rightIn));
        };
    }

    @Override
    public boolean tryAdvance(Sink<? super Object> sink) throws Exception {
        if (!sorted.next()) {
            return false;
        }
        sink.accept(row());
        return true;
    }

    @Override
    public boolean forEachRemaining(Sink<? super Object> sink) throws Exception {
        while (sorted.next()) {
            if (!sink.accept(row())) {
                return false;
            }
        }
        return true;
    }

    private Object row() {
        in.reset(sorted.array(), sorted.offset(), sorted.length());
        keyCodec.skip(in);
        return valueCodec.read(in);
    }

    @Override
    public void close() throws IOException {
        sorted.close();
    }
}
