package io.evenkeel.codec;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A few rows as bytes, to travel between driver and tasks. Immutable by convention: nobody writes to the array.
 *
 * @param codec descriptor of the codec that all rows are written by
 */
@SuppressWarnings("ArrayRecordComponent") // handed over once
public record EncodedRows(String codec, int rows, byte[] bytes) implements Serializable {

    /** Writes rows, by the codec of their class if they have one in common. */
    public static EncodedRows encode(List<?> rows, CodecRegistry codecs) {
        Codec<Object> codec = commonCodec(rows, codecs);
        ByteWriter out = new ByteWriter(1024);
        for (Object row : rows) {
            codec.write(row, out);
        }
        return new EncodedRows(codec.descriptor(), rows.size(), out.toByteArray());
    }

    private static Codec<Object> commonCodec(List<?> rows, CodecRegistry codecs) {
        if (rows.isEmpty()) {
            return codecs.tagged();
        }
        Codec<Object> codec = codecs.forValue(rows.get(0));
        for (Object row : rows) {
            if (!codec.accepts(row)) {
                return codecs.tagged();
            }
        }
        return codec;
    }

    /** Reads the rows back. */
    public List<Object> decode(CodecRegistry codecs) {
        Codec<Object> reading = codecs.fromDescriptor(codec);
        ByteReader in = new ByteReader(bytes);
        List<Object> decoded = new ArrayList<>(rows);
        for (int i = 0; i < rows; i++) {
            decoded.add(reading.read(in));
        }
        return decoded;
    }
}
