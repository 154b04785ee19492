package io.evenkeel.csv;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Rows as lists of texts, null where there is nothing. Immutable.
 *
 * @param wanted the columns, in the order of the lists
 */
public record ListMaker(List<String> wanted) implements RowMaker<List<String>> {

    /** Copies the names. */
    public ListMaker {
        wanted = List.copyOf(wanted);
    }

    @Override
    public Bound<List<String>> bind(List<String> columns, String file) {
        int[] places = Columns.find(wanted, columns, file);
        return new Bound<>() {
            @Override
            @SuppressWarnings("NullAway") // nothing is null, as the type's users are told
            List<String> make(CsvParser parser) throws BadFieldException {
                String[] texts = new String[places.length];
                for (int i = 0; i < places.length; i++) {
                    texts[i] = Columns.text(parser, places[i], wanted.get(i));
                }
                return Collections.unmodifiableList(Arrays.asList(texts));
            }
        };
    }
}
