package io.evenkeel.parquet;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Reads a map: a group with a repeated group of key and value; of a key that is there twice the last counts. Immutable. */
record MapReading(GroupType projection, ColumnReading key, ColumnReading value) implements ColumnReading {

    static MapReading of(
            java.lang.reflect.Type wantedKey, java.lang.reflect.Type wantedValue, Type stored, String place) {
        boolean isMap = stored.getLogicalTypeAnnotation() instanceof MapLogicalTypeAnnotation
                || stored.getLogicalTypeAnnotation() instanceof MapKeyValueTypeAnnotation;
        if (!isMap || stored.isPrimitive() || !isEntries(stored.asGroupType())) {
            throw new BadValueException(place, "it is '" + ColumnReading.shown(stored) + "', which is no map");
        }
        GroupType entries = stored.asGroupType().getType(0).asGroupType();
        ColumnReading key = ColumnReading.of(wantedKey, entries.getType(0), place + ".key");
        ColumnReading value = ColumnReading.of(wantedValue, entries.getType(1), place + ".value");
        GroupType read = entries.withNewFields(key.projection(), value.projection());
        return new MapReading(stored.asGroupType().withNewFields(read), key, value);
    }

    private static boolean isEntries(GroupType map) {
        return map.getFieldCount() == 1
                && map.getType(0).isRepetition(Type.Repetition.REPEATED)
                && !map.getType(0).isPrimitive()
                && map.getType(0).asGroupType().getFieldCount() == 2;
    }

    @Override
    public GroupConverter converter(Slot slot) {
        return new MapConverter(slot);
    }

    /** Puts the entries of one map after the other together. */
    private final class MapConverter extends GroupConverter {

        private final Slot slot;
        private final Entry entry = new Entry();
        private Map<@Nullable Object, @Nullable Object> map = new LinkedHashMap<>();

        MapConverter(Slot slot) {
            this.slot = slot;
        }

        @Override
        public Converter getConverter(int column) {
            return entry;
        }

        @Override
        public void start() {
            map = new LinkedHashMap<>();
        }

        @Override
        public void end() {
            slot.put(Collections.unmodifiableMap(map));
        }

        /** One entry after the other. */
        private final class Entry extends GroupConverter {

            private final Converter keys = key.converter(found -> currentKey = found);
            private final Converter values = value.converter(found -> currentValue = found);
            private @Nullable Object currentKey;
            private @Nullable Object currentValue;

            @Override
            public Converter getConverter(int column) {
                return column == 0 ? keys : values;
            }

            @Override
            public void start() {
                currentKey = key.absent();
                currentValue = value.absent();
            }

            @Override
            public void end() {
                map.put(currentKey, currentValue);
            }
        }
    }
}
