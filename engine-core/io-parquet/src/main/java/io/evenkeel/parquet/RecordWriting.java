package io.evenkeel.parquet;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Writes a record as a group of columns, one for each component. Confined to one thread. */
record RecordWriting(GroupType column, List<ColumnWriting> columns, List<Method> accessors) implements ColumnWriting {

    static RecordWriting of(Class<?> type, String name, String place) {
        List<ColumnWriting> columns = new ArrayList<>();
        List<Method> accessors = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            try {
                columns.add(ColumnWriting.of(
                        component.getGenericType(),
                        component.getName(),
                        ColumnReading.below(place, component.getName())));
            } catch (StackOverflowError e) {
                throw new BadValueException(place, type.getName() + " contains itself, which can't be written");
            }
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            accessors.add(accessor);
        }
        if (columns.isEmpty()) {
            throw new BadValueException(place, type.getName() + " has no components, so there is nothing to write");
        }
        List<Type> fields = columns.stream().map(ColumnWriting::column).toList();
        return new RecordWriting(new GroupType(Type.Repetition.OPTIONAL, name, fields), columns, accessors);
    }

    @Override
    public void write(Object value, RecordConsumer target) {
        target.startGroup();
        writeFields(value, target);
        target.endGroup();
    }

    void writeFields(Object value, RecordConsumer target) {
        for (int i = 0; i < columns.size(); i++) {
            ColumnWriting.field(columns.get(i), i, component(value, accessors.get(i)), target);
        }
    }

    private static @Nullable Object component(Object value, Method accessor) {
        try {
            return accessor.invoke(value);
        } catch (InvocationTargetException e) {
            throw new BadValueException(accessor.getName(), "its accessor failed: " + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new BadValueException(accessor.getName(), "it can't be called: " + e);
        }
    }
}
