package io.evenkeel.parquet;

import java.util.List;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Reads the values of one column, which may lie in groups, as what they are best. Confined to one thread. */
final class OneColumn extends RecordMaterializer<Object> {

    private final GroupType projection;
    private final GroupConverter root;
    private @Nullable Object value;

    private OneColumn(GroupType projection, int depth, ScalarReading reading) {
        this.projection = projection;
        Converter inner = reading.converter(found -> value = found);
        for (int i = 1; i < depth; i++) {
            inner = new Around(inner);
        }
        this.root = new Around(inner);
    }

    /**
     * Reads a column.
     *
     * @param path the names on the way to it
     */
    static OneColumn of(MessageType columns, List<String> path, PrimitiveType column) {
        String place = String.join(".", path);
        Class<?> type = Decodings.natural(column)
                .orElseThrow(() -> new BadValueException(
                        place, "it is '" + ColumnReading.shown(column) + "', which can't be read"));
        return new OneColumn(only(columns, path), path.size(), ScalarReading.of(type, column, place));
    }

    private static GroupType only(GroupType group, List<String> path) {
        Type next = group.getType(path.get(0));
        return group.withNewFields(next.isPrimitive() ? next : only(next.asGroupType(), path.subList(1, path.size())));
    }

    GroupType projection() {
        return projection;
    }

    /** Called before each row. */
    void begin() {
        value = null;
    }

    /** The value of the row that was read; null where there is none. */
    @Nullable
    Object value() {
        return value;
    }

    @Override
    public Object getCurrentRecord() {
        return this;
    }

    @Override
    public GroupConverter getRootConverter() {
        return root;
    }

    /** A group of one column. */
    private static final class Around extends GroupConverter {

        private final Converter inner;

        Around(Converter inner) {
            this.inner = inner;
        }

        @Override
        public Converter getConverter(int column) {
            return inner;
        }

        @Override
        public void start() {
            // What is in it tells itself.
        }

        @Override
        public void end() {
            // What is in it tells itself.
        }
    }
}
