package io.evenkeel.csv;

/**
 * Where in the grammar of CSV a place in a file is. The same states tell where rows start when a file is cut and how a row is
 * taken apart, so that the two can't disagree.
 *
 * <p>A field that begins with a quote goes to the quote that is not doubled, whatever stands between; in other fields a quote
 * is a character like any other. Rows end at LF, CR LF or CR outside of quotes.
 */
enum CsvState {
    /** Before the first byte of a row. */
    ROW_START(0),
    /** Behind a CR that ended a row: an LF here belongs to it, anything else begins a row. */
    AFTER_CARRIAGE_RETURN(1),
    /** Behind a separator. */
    FIELD_START(2),
    /** In a field that is not quoted, or behind the closing quote where nothing should stand. */
    PLAIN(3),
    /** In quotes. */
    QUOTED(4),
    /** Behind a quote in quotes: the first of two, or the closing one. */
    QUOTE_IN_QUOTED(5);

    private final int number;

    CsvState(int number) {
        this.number = number;
    }

    /** From 0 on, without gaps. */
    int number() {
        return number;
    }

    /** What bytes are to the grammar. */
    enum ByteClass {
        SEPARATOR(0),
        QUOTE(1),
        CARRIAGE_RETURN(2),
        LINE_FEED(3),
        OTHER(4);

        private final int number;

        ByteClass(int number) {
            this.number = number;
        }

        /** From 0 on, without gaps. */
        int number() {
            return number;
        }
    }

    CsvState next(ByteClass byteClass) {
        if (this == QUOTED) {
            return byteClass == ByteClass.QUOTE ? QUOTE_IN_QUOTED : QUOTED;
        }
        return switch (byteClass) {
            case SEPARATOR -> FIELD_START;
            case CARRIAGE_RETURN -> AFTER_CARRIAGE_RETURN;
            case LINE_FEED -> ROW_START;
            case QUOTE -> this == PLAIN ? PLAIN : QUOTED;
            case OTHER -> PLAIN;
        };
    }
}
