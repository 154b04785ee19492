package io.evenkeel.parquet;

import java.util.List;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

/** Makes the types of columns. Stateless. */
final class Columns {

    private Columns() {}

    /** A group with a meaning, such as a list. */
    static GroupType group(
            Type.Repetition repetition, String name, @Nullable LogicalTypeAnnotation meaning, List<Type> fields) {
        return Types.buildGroup(repetition)
                .as(meaning)
                .addFields(fields.toArray(Type[]::new))
                .named(name);
    }

    /** The same column as one whose value is there once. */
    static Type required(Type column) {
        if (!column.isPrimitive()) {
            return group(
                    Type.Repetition.REQUIRED,
                    column.getName(),
                    column.getLogicalTypeAnnotation(),
                    column.asGroupType().getFields());
        }
        PrimitiveType single = column.asPrimitiveType();
        return Types.primitive(single.getPrimitiveTypeName(), Type.Repetition.REQUIRED)
                .length(single.getTypeLength())
                .as(single.getLogicalTypeAnnotation())
                .named(single.getName());
    }
}
