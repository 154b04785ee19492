package io.evenkeel.csv;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.text.FieldType;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Rows as records: each component is read from the column of its name, or where there is no header from the column in its
 * place. Immutable.
 *
 * @param type the record class; columns without a component are left alone
 * @param byName whether the files have headers
 */
public record RecordMaker<R>(Class<R> type, boolean byName) implements RowMaker<R> {

    /** Refuses what is no record, and components of types that CSV has no text for. */
    public RecordMaker {
        if (!type.isRecord()) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, type.getName() + " is no record class");
        }
        for (RecordComponent component : type.getRecordComponents()) {
            if (FieldType.of(component.getType()).isEmpty()) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "component '" + component.getName() + "' of " + type.getName() + " has the type "
                                + component.getType().getTypeName() + ", which can't be read from CSV");
            }
        }
    }

    @Override
    public Bound<R> bind(List<String> columns, String file) {
        RecordComponent[] components = type.getRecordComponents();
        List<String> names =
                Arrays.stream(components).map(RecordComponent::getName).toList();
        return new BoundRecord<>(type, names, byName ? Columns.find(names, columns, file) : inOrder(columns, file));
    }

    private int[] inOrder(List<String> columns, String file) {
        int count = type.getRecordComponents().length;
        if (columns.size() != count) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    file + " has " + columns.size() + " columns, but " + type.getName() + " has " + count
                            + " components; without a header they must be as many");
        }
        int[] places = new int[count];
        Arrays.setAll(places, i -> i);
        return places;
    }

    private static final class BoundRecord<R> extends Bound<R> {

        private final List<String> names;
        private final int[] places;
        private final FieldType[] types;
        private final Constructor<R> constructor;

        BoundRecord(Class<R> type, List<String> names, int[] places) {
            this.names = names;
            this.places = places;
            RecordComponent[] components = type.getRecordComponents();
            this.types = Arrays.stream(components)
                    .map(component -> FieldType.of(component.getType()).orElseThrow())
                    .toArray(FieldType[]::new);
            try {
                this.constructor = type.getDeclaredConstructor(
                        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
                this.constructor.setAccessible(true);
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT, "records of " + type.getName() + " can't be made: " + e, e);
            }
        }

        @Override
        R make(CsvParser parser) throws BadFieldException {
            @Nullable Object[] values = new Object[places.length];
            for (int i = 0; i < places.length; i++) {
                String name = names.get(i);
                String text = Columns.text(parser, places[i], name);
                values[i] = value(types[i], text, name);
            }
            try {
                return constructor.newInstance(values);
            } catch (InvocationTargetException e) {
                throw new BadFieldException(
                        "", parser.excerpt(), "the record's constructor refused it: " + e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new EngineException(ErrorCode.INTERNAL, "a record can't be made: " + e, e);
            }
        }

        private static @Nullable Object value(FieldType type, @Nullable String text, String name)
                throws BadFieldException {
            if (text == null) {
                if (type.primitive()) {
                    throw new BadFieldException(name, "", "it is empty, which a " + type.title() + " can't be");
                }
                return null;
            }
            Optional<Object> value = type.parse(text);
            if (value.isEmpty()) {
                throw new BadFieldException(name, text, "it is no " + type.title());
            }
            return value.get();
        }
    }
}
