package io.evenkeel.csv;

import io.evenkeel.file.FilePiece;
import io.evenkeel.file.FileSplit;
import io.evenkeel.file.InputListing;
import io.evenkeel.file.SplitPlan;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files of a CSV input, with their headers, and how they are dealt out. Immutable; stays at the driver. */
public final class CsvInput {

    private final String input;
    private final CsvOptions options;
    private final Map<URI, CsvHeader> headers;
    private final List<FileSplit> splits;

    private CsvInput(String input, CsvOptions options, Map<URI, CsvHeader> headers, List<FileSplit> splits) {
        this.input = input;
        this.options = options;
        this.headers = headers;
        this.splits = splits;
    }

    /**
     * Lists an input as {@link InputListing} does, reads each file's header, and cuts what is behind it.
     *
     * @throws io.evenkeel.error.EngineException naming the path
     */
    public static CsvInput of(String input, CsvOptions options) {
        Map<URI, CsvHeader> headers = new LinkedHashMap<>();
        List<FilePiece> bodies = new ArrayList<>();
        for (FilePiece file : InputListing.list(input)) {
            if (headers.containsKey(file.file())) {
                bodies.add(body(file, headers.get(file.file())));
                continue;
            }
            CsvHeader header = CsvHeader.read(file, options);
            headers.put(file.file(), header);
            bodies.add(body(file, header));
        }
        List<FileSplit> splits = SplitPlan.of(
                bodies,
                options.text().minPartitions(),
                options.text().minSplitBytes(),
                options.text().maxSplitBytes());
        return new CsvInput(input, options, headers, splits);
    }

    private static FilePiece body(FilePiece file, CsvHeader header) {
        return file.isPacked() ? file : file.part(Math.min(header.bytes(), file.size()), file.size());
    }

    String input() {
        return input;
    }

    CsvOptions options() {
        return options;
    }

    List<FileSplit> splits() {
        return splits;
    }

    CsvHeader header(FilePiece piece) {
        CsvHeader header = headers.get(piece.file());
        if (header == null) {
            throw new IllegalArgumentException(piece + " is of another input");
        }
        return header;
    }

    List<Path> files() {
        return headers.keySet().stream().map(Path::of).toList();
    }

    /** The columns of the first file that has rows; empty if none has. */
    public List<String> columns() {
        return headers.values().stream()
                .map(CsvHeader::names)
                .filter(names -> !names.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    /** Lets a maker find its columns in each file that has any. */
    void check(RowMaker<?> maker) {
        headers.forEach((file, header) -> {
            if (!header.names().isEmpty()) {
                maker.bind(header.names(), Path.of(file).toString());
            }
        });
    }

    /** Whether a piece is cut off another one. */
    static boolean follows(FilePiece piece, FilePiece next) {
        return next.file().equals(piece.file()) && next.start() == piece.end();
    }

    /** The pieces behind which comes another one of their file. */
    List<FilePiece> followed() {
        List<FilePiece> all =
                splits.stream().flatMap(split -> split.pieces().stream()).toList();
        List<FilePiece> followed = new ArrayList<>();
        for (int i = 0; i + 1 < all.size(); i++) {
            if (follows(all.get(i), all.get(i + 1))) {
                followed.add(all.get(i));
            }
        }
        return followed;
    }
}
