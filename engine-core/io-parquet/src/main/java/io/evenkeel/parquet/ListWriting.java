package io.evenkeel.parquet;

import java.util.List;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Type;

/** Writes a list: a group with a repeated group of one column, which is the element. Elements may be null. */
record ListWriting(GroupType column, ColumnWriting element) implements ColumnWriting {

    private static final String ELEMENTS = "list";

    static ListWriting of(java.lang.reflect.Type elements, String name, String place) {
        ColumnWriting element = ColumnWriting.of(elements, "element", place + "[]");
        GroupType repeated = new GroupType(Type.Repetition.REPEATED, ELEMENTS, element.column());
        return new ListWriting(
                Columns.group(Type.Repetition.OPTIONAL, name, LogicalTypeAnnotation.listType(), List.of(repeated)),
                element);
    }

    @Override
    public void write(Object value, RecordConsumer target) {
        List<?> list = (List<?>) value;
        target.startGroup();
        if (!list.isEmpty()) {
            target.startField(ELEMENTS, 0);
            for (Object each : list) {
                target.startGroup();
                ColumnWriting.field(element, 0, each, target);
                target.endGroup();
            }
            target.endField(ELEMENTS, 0);
        }
        target.endGroup();
    }
}
