package io.evenkeel.codec;

import java.util.UUID;

/** The codec of UUIDs, ordered as {@link UUID#compareTo}: by the two halves as signed numbers. Immutable. */
final class UuidCodec extends FixedWidthCodec<UUID> {

    UuidCodec() {
        super(UUID.class, "uuid", 2 * Long.BYTES);
    }

    @Override
    public void write(UUID value, ByteWriter out) {
        Primitives.writeLong(value.getMostSignificantBits(), out);
        Primitives.writeLong(value.getLeastSignificantBits(), out);
    }

    @Override
    public UUID read(ByteReader in) {
        long high = Primitives.readLong(in);
        return new UUID(high, Primitives.readLong(in));
    }
}
