package io.evenkeel.parquet;

import java.util.List;
import java.util.Map;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/** Writes a map: a group with a repeated group of key and value. Values may be null, keys may not. */
record MapWriting(GroupType column, ColumnWriting key, ColumnWriting value, String place) implements ColumnWriting {

    private static final String ENTRIES = "key_value";

    static MapWriting of(java.lang.reflect.Type keys, java.lang.reflect.Type values, String name, String place) {
        ColumnWriting key = ColumnWriting.of(keys, "key", place + ".key");
        ColumnWriting value = ColumnWriting.of(values, "value", place + ".value");
        GroupType repeated =
                new GroupType(Type.Repetition.REPEATED, ENTRIES, Columns.required(key.column()), value.column());
        return new MapWriting(
                Columns.group(Type.Repetition.OPTIONAL, name, LogicalTypeAnnotation.mapType(), List.of(repeated)),
                key,
                value,
                place);
    }

    @Override
    public void write(Object map, RecordConsumer target) {
        target.startGroup();
        if (!((Map<?, ?>) map).isEmpty()) {
            target.startField(ENTRIES, 0);
            ((Map<?, ?>) map).forEach((each, to) -> {
                if (key.present(each) == null) {
                    throw new BadValueException(place, "a key is null, which a map in Parquet can't have");
                }
                target.startGroup();
                ColumnWriting.field(key, 0, each, target);
                ColumnWriting.field(value, 1, to, target);
                target.endGroup();
            });
            target.endField(ENTRIES, 0);
        }
        target.endGroup();
    }
}
