package io.evenkeel.skew.diagnosis.log;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.skew.diagnosis.input.LogLines;
import io.evenkeel.skew.diagnosis.input.LogPart;
import io.evenkeel.skew.diagnosis.input.LogSource;
import java.util.ArrayList;
import java.util.List;

/** Reads an event log, all its parts, into the applications it tells of. Immutable. */
public final class LogReader {

    private final ParseLimits limits;

    public LogReader(ParseLimits limits) {
        this.limits = limits;
    }

    /**
     * Reads a log. Damaged lines, unknown events and a cut end are counted, not refused.
     *
     * @throws EngineException with {@link ErrorCode#MALFORMED_INPUT} if nothing in it is a Spark event
     */
    public List<ApplicationLog> read(LogSource source) {
        EventReader reader = new EventReader(limits);
        List<String> notes = new ArrayList<>(source.notes());
        long bytes = 0;
        long lines = 0;
        long longLines = 0;
        boolean cut = false;
        for (LogPart part : source.parts()) {
            try (LogLines input = part.open(limits.maxLineBytes())) {
                while (input.next()) {
                    lines++;
                    boolean sound = reader.read(input.buffer(), input.start(), input.length());
                    cut |= !sound && !input.terminated();
                }
                bytes += input.bytesRead();
                longLines += input.skippedLines();
                if (input.damage().isPresent()) {
                    cut = true;
                    notes.add(
                            "the compressed stream of " + part.name() + " is cut or damaged after " + input.bytesRead()
                                    + " bytes of text (" + input.damage().get() + ")");
                }
            }
        }
        if (!reader.isEventLog()) {
            throw new EngineException(ErrorCode.MALFORMED_INPUT, refusal(source, bytes, notes));
        }
        LogQuality quality = new LogQuality(
                bytes, lines, reader.events(), reader.damagedLines(), reader.unknownEvents(), longLines, cut);
        List<ApplicationLog> applications = reader.applications();
        for (ApplicationLog application : applications) {
            application.notes = List.copyOf(notes);
            application.quality = quality;
            application.inProgressName = source.inProgress();
        }
        return applications;
    }

    private static String refusal(LogSource source, long bytes, List<String> notes) {
        String start = source.name() + " is not an event log: ";
        if (bytes == 0 && !notes.isEmpty()) {
            return start + notes.get(notes.size() - 1);
        }
        return start
                + (bytes == 0 ? "it is empty" : "no line of it is a Spark event")
                + "; give a file or directory that spark.eventLog.dir holds, also compressed";
    }
}
