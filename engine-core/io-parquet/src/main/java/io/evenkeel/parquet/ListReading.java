package io.evenkeel.parquet;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/**
 * Reads a list, by the rules of Parquet's {@code LogicalTypes.md}: a group with a repeated group of one column, which is the
 * element; or as older writers had it a group with the repeated element itself. Immutable.
 *
 * @param isWrapped whether a group stands around each element
 */
record ListReading(GroupType projection, ColumnReading element, boolean isWrapped) implements ColumnReading {

    static ListReading of(java.lang.reflect.Type wanted, Type stored, String place) {
        boolean isList = stored.getLogicalTypeAnnotation() instanceof LogicalTypeAnnotation.ListLogicalTypeAnnotation
                && !stored.isPrimitive()
                && stored.asGroupType().getFieldCount() == 1
                && stored.asGroupType().getType(0).isRepetition(Type.Repetition.REPEATED);
        if (!isList) {
            throw new BadValueException(place, "it is '" + ColumnReading.shown(stored) + "', which is no list");
        }
        GroupType list = stored.asGroupType();
        Type repeated = list.getType(0);
        String name = place + "[]";
        if (isElement(repeated, list)) {
            ColumnReading element = ColumnReading.of(wanted, Columns.required(repeated), name);
            Type read = repeated.isPrimitive()
                    ? repeated
                    : repeated.asGroupType()
                            .withNewFields(element.projection().asGroupType().getFields());
            return new ListReading(list.withNewFields(read), element, false);
        }
        ColumnReading element = ColumnReading.of(wanted, repeated.asGroupType().getType(0), name);
        return new ListReading(
                list.withNewFields(repeated.asGroupType().withNewFields(element.projection())), element, true);
    }

    private static boolean isElement(Type repeated, GroupType list) {
        return repeated.isPrimitive()
                || repeated.asGroupType().getFieldCount() != 1
                || repeated.asGroupType().getType(0).isRepetition(Type.Repetition.REPEATED)
                || repeated.getName().equals("array")
                || repeated.getName().equals(list.getName() + "_tuple");
    }

    @Override
    public GroupConverter converter(Slot slot) {
        return new ListConverter(slot);
    }

    /** Puts the elements of one list after the other together. */
    private final class ListConverter extends GroupConverter {

        private final Slot slot;
        private final Converter elements;
        private List<@Nullable Object> list = new ArrayList<>();

        ListConverter(Slot slot) {
            this.slot = slot;
            this.elements = isWrapped ? new Wrapped() : element.converter(value -> list.add(value));
        }

        @Override
        public Converter getConverter(int column) {
            return elements;
        }

        @Override
        public void start() {
            list = new ArrayList<>();
        }

        @Override
        public void end() {
            slot.put(Collections.unmodifiableList(list));
        }

        /** The group around each element. */
        private final class Wrapped extends GroupConverter {

            private final Converter inner = element.converter(value -> current = value);
            private @Nullable Object current;

            @Override
            public Converter getConverter(int column) {
                return inner;
            }

            @Override
            public void start() {
                current = element.absent();
            }

            @Override
            public void end() {
                list.add(current);
            }
        }
    }
}
