package io.evenkeel.aggregate;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Plain codecs whose properties a test chooses. */
final class TestCodecs {

    private TestCodecs() {}

    /**
     * Texts, also null. One that is not canonical writes a byte that differs from one call to the next, as codecs do whose
     * bytes don't tell whether values are equal.
     */
    static Codec<String> texts(boolean canonical) {
        return new Texts(canonical);
    }

    static Codec<Long> longs() {
        return new Longs();
    }

    static Codec<List<String>> lists() {
        return new Lists();
    }

    private static final class Texts implements Codec<String> {

        private final boolean canonical;
        private int noise;

        Texts(boolean canonical) {
            this.canonical = canonical;
        }

        @Override
        public String descriptor() {
            return "test-text";
        }

        @Override
        public boolean accepts(@Nullable Object value) {
            return value == null || value instanceof String;
        }

        @Override
        public void write(String value, ByteWriter out) {
            out.writeByte(canonical ? 0 : noise++);
            if (value == null) {
                out.writeVarInt(0);
                return;
            }
            byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
            out.writeVarInt(bytes.length + 1);
            out.writeBytes(bytes, 0, bytes.length);
        }

        @Override
        @SuppressWarnings("NullAway") // null is a value like any other
        public String read(ByteReader in) {
            in.readByte();
            int length = in.readVarInt() - 1;
            if (length < 0) {
                return null;
            }
            int start = in.skip(length);
            return new String(in.array(), start, length, StandardCharsets.UTF_8);
        }

        @Override
        public boolean canonical() {
            return canonical;
        }
    }

    private static final class Longs implements Codec<Long> {

        @Override
        public String descriptor() {
            return "test-long";
        }

        @Override
        public boolean accepts(@Nullable Object value) {
            return value instanceof Long;
        }

        @Override
        public void write(Long value, ByteWriter out) {
            out.writeLong(value);
        }

        @Override
        public Long read(ByteReader in) {
            return in.readLong();
        }

        @Override
        public boolean canonical() {
            return true;
        }
    }

    private static final class Lists implements Codec<List<String>> {

        private final Codec<String> texts = texts(true);

        @Override
        public String descriptor() {
            return "test-list";
        }

        @Override
        public boolean accepts(@Nullable Object value) {
            return value instanceof List;
        }

        @Override
        public void write(List<String> value, ByteWriter out) {
            out.writeVarInt(value.size());
            value.forEach(text -> texts.write(text, out));
        }

        @Override
        public List<String> read(ByteReader in) {
            List<String> result = new ArrayList<>();
            for (int left = in.readVarInt(); left > 0; left--) {
                result.add(texts.read(in));
            }
            return result;
        }

        @Override
        public boolean canonical() {
            return true;
        }
    }
}
