package io.evenkeel.parquet;

import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.jspecify.annotations.Nullable;

/**
 * Gives the values of a column to a slot. Of bytes that stand in a dictionary each entry is made into a value once, so that
 * rows share it; arrays are not shared. Confined to one thread.
 */
final class ScalarConverter extends PrimitiveConverter {

    private final Decoding decoding;
    private final String place;
    private final Slot slot;
    private @Nullable Dictionary dictionary;
    private @Nullable Object[] decoded = {};

    ScalarConverter(Decoding decoding, String place, Slot slot) {
        this.decoding = decoding;
        this.place = place;
        this.slot = slot;
    }

    @Override
    public boolean hasDictionarySupport() {
        return decoding instanceof Decoding.OfBinary;
    }

    @Override
    public void setDictionary(Dictionary changed) {
        dictionary = changed;
        decoded = new @Nullable Object[changed.getMaxId() + 1];
    }

    @Override
    public void addValueFromDictionary(int id) {
        Object value = decoded[id];
        if (value == null) {
            Dictionary known = dictionary;
            if (known == null) {
                throw new BadValueException(place, "it refers to a dictionary that is not there");
            }
            value = ofBinary(known.decodeToBinary(id));
            if (!(value instanceof byte[])) {
                decoded[id] = value;
            }
        }
        slot.put(value);
    }

    @Override
    public void addBinary(Binary value) {
        slot.put(ofBinary(value));
    }

    private Object ofBinary(Binary value) {
        try {
            return ((Decoding.OfBinary) decoding).value().apply(value);
        } catch (RuntimeException e) {
            throw new BadValueException(place, "a value of " + value.length() + " bytes " + reason(e));
        }
    }

    @Override
    public void addInt(int value) {
        try {
            slot.put(((Decoding.OfInt) decoding).value().apply(value));
        } catch (ArithmeticException | java.time.DateTimeException e) {
            throw new BadValueException(place, value + " " + reason(e));
        }
    }

    @Override
    public void addLong(long value) {
        try {
            slot.put(((Decoding.OfLong) decoding).value().apply(value));
        } catch (ArithmeticException | java.time.DateTimeException e) {
            throw new BadValueException(place, value + " " + reason(e));
        }
    }

    private static String reason(RuntimeException e) {
        return "can't be read: " + e.getMessage();
    }

    @Override
    public void addBoolean(boolean value) {
        slot.put(value);
    }

    @Override
    public void addFloat(float value) {
        slot.put(((Decoding.OfFloat) decoding).value().apply(value));
    }

    @Override
    public void addDouble(double value) {
        slot.put(((Decoding.OfDouble) decoding).value().apply(value));
    }
}
