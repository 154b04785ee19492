package io.evenkeel.csv;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.FilePiece;
import io.evenkeel.text.MalformedLineException;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a file begins with. Immutable.
 *
 * @param names of the columns, in the file's order; empty for a file without any row
 * @param bytes where the first row behind it starts, in the unpacked file
 * @param lines how many lines it takes
 */
record CsvHeader(List<String> names, long bytes, long lines) implements Serializable {

    private static final int BUFFER_BYTES = 1 << 13;

    CsvHeader {
        names = List.copyOf(names);
    }

    /**
     * Reads the beginning of a file. Without a header the columns are {@code column1}, {@code column2} and so on, as many as
     * the first row has.
     *
     * @throws EngineException if it can't be read, or a name is missing or stands twice
     */
    static CsvHeader read(FilePiece file, CsvOptions options) {
        try (CsvParser parser =
                new CsvParser(file, file.open(0, BUFFER_BYTES), 0, Long.MAX_VALUE, 1, options, BUFFER_BYTES)) {
            if (options.text().charset().equals(StandardCharsets.UTF_8)) {
                parser.skipByteOrderMark();
            }
            long start = parser.position();
            boolean found = parser.advance();
            while (found && parser.isBlank()) {
                found = parser.advance();
            }
            if (!found) {
                return new CsvHeader(List.of(), parser.position(), parser.nextLine() - 1);
            }
            if (!options.hasHeader()) {
                return new CsvHeader(numbered(parser.fields()), start, 0);
            }
            return new CsvHeader(names(file, parser), parser.position(), parser.nextLine() - 1);
        } catch (IOException e) {
            throw file.failed(0, e);
        }
    }

    private static List<String> numbered(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            names.add("column" + i);
        }
        return names;
    }

    private static List<String> names(FilePiece file, CsvParser parser) {
        List<String> names = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (int i = 0; i < parser.fields(); i++) {
            String name;
            try {
                name = parser.text(i);
            } catch (MalformedLineException e) {
                throw bad(file, "the name of column " + (i + 1) + " is no text in the charset");
            }
            if (name == null || name.isEmpty()) {
                throw bad(file, "column " + (i + 1) + " has no name");
            }
            if (!seen.add(name)) {
                throw bad(file, "two columns are named '" + name + "'");
            }
            names.add(name);
        }
        if (parser.problem().isPresent()) {
            throw bad(file, parser.problem().get());
        }
        return names;
    }

    private static EngineException bad(FilePiece file, String problem) {
        return new EngineException(
                ErrorCode.MALFORMED_INPUT,
                file.path() + ": " + problem + " in the header; where the files have no header, say so");
    }
}
