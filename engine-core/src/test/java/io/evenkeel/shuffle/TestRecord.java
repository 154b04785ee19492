package io.evenkeel.shuffle;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.RecordLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A record of the tests: its length, then that many bytes.
 *
 * @param layout how it is said to be encoded
 * @param reducer who gets it
 * @param encoded length and bytes
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record TestRecord(RecordLayout layout, int reducer, byte[] encoded) {

    public static final RecordLayout A = new RecordLayout("string", "long");
    public static final RecordLayout B = new RecordLayout("none", "record io.example.Visit(int, String)");

    /** A record whose payload is {@code length} bytes: half of the time random, half of it compressible. */
    public static TestRecord random(RecordLayout layout, int reducer, int length, Random random) {
        byte[] payload = new byte[length];
        if (random.nextBoolean()) {
            random.nextBytes(payload);
        } else {
            int step = 1 + random.nextInt(7);
            for (int i = 0; i < length; i++) {
                payload[i] = (byte) (i / step % 11);
            }
        }
        ByteWriter out = new ByteWriter(length + 5);
        out.writeVarInt(length);
        out.writeBytes(payload, 0, length);
        return new TestRecord(layout, reducer, out.toByteArray());
    }

    ByteBuffer bytes() {
        return ByteBuffer.wrap(encoded);
    }

    /** Takes the records of a chunk apart. */
    public static List<ByteBuffer> split(byte[] bytes, int length) {
        ByteReader in = new ByteReader();
        in.reset(bytes, 0, length);
        List<ByteBuffer> records = new ArrayList<>();
        while (in.remaining() > 0) {
            int start = in.position();
            in.skip(in.readVarInt());
            byte[] copy = new byte[in.position() - start];
            System.arraycopy(bytes, start, copy, 0, copy.length);
            records.add(ByteBuffer.wrap(copy));
        }
        return records;
    }
}
