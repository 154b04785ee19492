package io.evenkeel.skew.diagnosis.input;

import java.util.List;

/**
 * The files of one event log in the order they were written.
 *
 * @param name what was given on the command line, or the file found under it
 * @param parts in the order of their events
 * @param notes what is missing or was left out, for the report
 * @param inProgress whether names say that the application had not ended
 */
public record LogSource(String name, List<LogPart> parts, List<String> notes, boolean inProgress) {

    /** Copies the lists. */
    public LogSource {
        parts = List.copyOf(parts);
        notes = List.copyOf(notes);
    }
}
