package io.evenkeel.parquet;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** Reads a group of columns as a record: each component from the column of its name. Immutable. */
final class RecordReading implements ColumnReading {

    private final Class<?> type;
    private final String place;
    private final GroupType projection;
    private final List<ColumnReading> columns;
    private final Constructor<?> constructor;
    private final boolean[] isPrimitive;

    private RecordReading(
            Class<?> type, String place, GroupType projection, List<ColumnReading> columns, Constructor<?> made) {
        this.type = type;
        this.place = place;
        this.projection = projection;
        this.columns = columns;
        this.constructor = made;
        Class<?>[] parameters = made.getParameterTypes();
        this.isPrimitive = new boolean[parameters.length];
        for (int i = 0; i < parameters.length; i++) {
            isPrimitive[i] = parameters[i].isPrimitive();
        }
    }

    static RecordReading of(Class<?> type, Type stored, String place) {
        boolean isGroup = !stored.isPrimitive();
        LogicalTypeAnnotation meaning = stored.getLogicalTypeAnnotation();
        if (!isGroup || meaning != null) {
            throw new BadValueException(
                    place,
                    "it is '" + ColumnReading.shown(stored) + "', which can't be the record " + type.getSimpleName());
        }
        GroupType group = stored.asGroupType();
        List<ColumnReading> columns = new ArrayList<>();
        for (RecordComponent component : type.getRecordComponents()) {
            String name = component.getName();
            String where = ColumnReading.below(place, name);
            if (!group.containsField(name)) {
                throw new BadValueException(
                        place,
                        "there is no column '" + name + "' for the component of " + type.getName()
                                + "; its columns are " + names(group) + "; rename the component or leave it out");
            }
            columns.add(ColumnReading.of(component.getGenericType(), group.getType(name), where));
        }
        if (columns.isEmpty()) {
            throw new BadValueException(place, type.getName() + " has no components, so there is nothing to read");
        }
        List<Type> read = columns.stream().map(ColumnReading::projection).toList();
        return new RecordReading(type, place, group.withNewFields(read), columns, constructor(type, place));
    }

    private static String names(GroupType group) {
        String all = group.getFields().stream().map(Type::getName).limit(50).collect(Collectors.joining(", "));
        return group.getFieldCount() > 50 ? all + ", …" : all;
    }

    private static Constructor<?> constructor(Class<?> type, String place) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getType)
                    .toArray(Class<?>[]::new));
            constructor.setAccessible(true);
            return constructor;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new BadValueException(place, "records of " + type.getName() + " can't be made: " + e);
        }
    }

    @Override
    public GroupType projection() {
        return projection;
    }

    @Override
    public GroupConverter converter(Slot slot) {
        return new RecordConverter(slot);
    }

    /** Puts the values of one record after the other together. */
    private final class RecordConverter extends GroupConverter {

        private final Slot slot;
        private final @Nullable Object[] absent;
        private final Converter[] converters;
        private @Nullable Object[] values;

        RecordConverter(Slot slot) {
            this.slot = slot;
            this.absent = new @Nullable Object[columns.size()];
            this.values = absent.clone();
            this.converters = new Converter[columns.size()];
            for (int i = 0; i < converters.length; i++) {
                int component = i;
                absent[i] = columns.get(i).absent();
                converters[i] = columns.get(i).converter(value -> values[component] = value);
            }
        }

        @Override
        public Converter getConverter(int column) {
            return converters[column];
        }

        @Override
        public void start() {
            values = absent.clone();
        }

        @Override
        public void end() {
            for (int i = 0; i < values.length; i++) {
                if (values[i] == null && isPrimitive[i]) {
                    throw new BadValueException(
                            ColumnReading.below(place, projection.getFieldName(i)),
                            "it is null, which a " + constructor.getParameterTypes()[i]
                                    + " can't be; declare the component of " + type.getName() + " as a boxed type");
                }
            }
            try {
                slot.put(constructor.newInstance(values));
            } catch (InvocationTargetException e) {
                throw new BadValueException(
                        place,
                        "the constructor of " + type.getName() + " refused " + Arrays.toString(values) + ": "
                                + e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new BadValueException(place, "records of " + type.getName() + " can't be made: " + e);
            }
        }
    }
}
