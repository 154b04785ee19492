package io.evenkeel.storage;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The name of a process's own directory: {@code evenkeel-LABEL-PID-STARTMILLIS-RANDOM}. Immutable.
 *
 * @param text the whole name
 * @param pid the process it belongs to
 * @param startMillis when that process started, since a pid is used again; 0 if the system doesn't tell
 */
record DirectoryName(String text, long pid, long startMillis) {

    private static final Pattern FORM = Pattern.compile("evenkeel-[A-Za-z0-9._]+-(\\d{1,18})-(\\d{1,18})-[0-9a-f]{8}");

    /** The system derives start times from a boot time that clock adjustments move a little. */
    private static final long START_TOLERANCE_MILLIS = 2_000;

    static DirectoryName ofThisProcess(String label, String random) {
        ProcessHandle process = ProcessHandle.current();
        long start = startMillis(process);
        String text = "evenkeel-" + label + "-" + process.pid() + "-" + start + "-" + random;
        return parse(text)
                .orElseThrow(() -> new IllegalArgumentException(
                        "a label has letters, digits, dots and underscores only: '" + label + "'"));
    }

    static Optional<DirectoryName> parse(String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches()
                ? Optional.of(
                        new DirectoryName(text, Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
                : Optional.empty();
    }

    /** Whether the process it belongs to can be seen running. One in another container can't, and may be running. */
    boolean ownerIsSeen() {
        return ProcessHandle.of(pid)
                .filter(ProcessHandle::isAlive)
                .map(process -> {
                    long start = startMillis(process);
                    return start == 0 || startMillis == 0 || Math.abs(start - startMillis) <= START_TOLERANCE_MILLIS;
                })
                .orElse(false);
    }

    private static long startMillis(ProcessHandle process) {
        return process.info().startInstant().map(Instant::toEpochMilli).orElse(0L);
    }
}
