package io.evenkeel.plan.adapt;

/**
 * What a rule did about a read, or why it left it alone. Immutable.
 *
 * @param rule its name
 * @param applied whether the plan is another one since
 * @param change what is done now; what would have been done, if it was not applied
 * @param reason what was measured, or what forbids it
 */
public record RuleOutcome(String rule, boolean applied, String change, String reason) {

    @Override
    public String toString() {
        return rule + (applied ? ": " : " (not applied): ") + change + ", since " + reason;
    }
}
