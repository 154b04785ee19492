package io.evenkeel.csv;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows as maps from column to text, null where there is nothing. Immutable.
 *
 * @param wanted the columns, in the order of the maps
 */
public record MapMaker(List<String> wanted) implements RowMaker<Map<String, String>> {

    /** Copies the names. */
    public MapMaker {
        wanted = List.copyOf(wanted);
    }

    @Override
    public Bound<Map<String, String>> bind(List<String> columns, String file) {
        int[] places = Columns.find(wanted, columns, file);
        return new Bound<>() {
            @Override
            @SuppressWarnings("NullAway") // nothing is null, as the type's users are told
            Map<String, String> make(CsvParser parser) throws BadFieldException {
                Map<String, String> row = new LinkedHashMap<>(2 * places.length);
                for (int i = 0; i < places.length; i++) {
                    row.put(wanted.get(i), Columns.text(parser, places[i], wanted.get(i)));
                }
                return Collections.unmodifiableMap(row);
            }
        };
    }
}
