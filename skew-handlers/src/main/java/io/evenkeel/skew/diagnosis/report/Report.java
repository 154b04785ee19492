package io.evenkeel.skew.diagnosis.report;

import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import java.util.Comparator;
import java.util.List;

/**
 * What one call of the command found.
 *
 * @param applications in the order in which they were read
 * @param refused files that are no event log
 * @param overview whether many applications were looked for, so that a ranked list is wanted
 */
public record Report(List<ApplicationVerdict> applications, List<Refusal> refused, boolean overview) {

    /** Copies the lists. */
    public Report {
        applications = List.copyOf(applications);
        refused = List.copyOf(refused);
    }

    /** The applications, those first in which most time can be saved. */
    public List<ApplicationVerdict> ranked() {
        return applications.stream()
                .sorted(Comparator.comparing(ApplicationVerdict::severity)
                        .thenComparingLong(ApplicationVerdict::recoverableMillis)
                        .reversed()
                        .thenComparing(ApplicationVerdict::source))
                .toList();
    }

    /** A file that is no event log, and why. */
    public record Refusal(String source, String reason) {}
}
