package io.evenkeel.csv;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.text.MalformedLineException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds columns by name, and reads their fields. Stateless. */
final class Columns {

    private Columns() {}

    /** The places of the wanted columns among a file's. */
    static int[] find(List<String> wanted, List<String> columns, String file) {
        int[] places = new int[wanted.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = columns.indexOf(wanted.get(i));
            if (places[i] < 0) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        file + " has no column '" + wanted.get(i) + "'; its columns are "
                                + String.join(", ", columns.subList(0, Math.min(50, columns.size())))
                                + (columns.size() > 50 ? ", …" : ""));
            }
        }
        return places;
    }

    static @Nullable String text(CsvParser parser, int place, String column) throws BadFieldException {
        try {
            return parser.text(place);
        } catch (MalformedLineException e) {
            throw new BadFieldException(column, parser.excerpt(), "it has bytes that are no text in the charset");
        }
    }
}
