package io.evenkeel.skew.diagnosis.report;

import io.evenkeel.skew.diagnosis.judge.Severity;

/** Colours of a terminal; plain text where there is none. Immutable. */
record Ink(boolean colours) {

    private static final String RESET = "\u001b[0m";

    String strong(String text) {
        return paint("\u001b[1m", text);
    }

    String faint(String text) {
        return paint("\u001b[2m", text);
    }

    String code(String text) {
        return paint("\u001b[36m", text);
    }

    String severity(Severity severity, String text) {
        return switch (severity) {
            case NONE -> paint("\u001b[32m", text);
            case MINOR -> text;
            case MODERATE -> paint("\u001b[33m", text);
            case SEVERE -> paint("\u001b[31;1m", text);
        };
    }

    private String paint(String colour, String text) {
        return colours && !text.isEmpty() ? colour + text + RESET : text;
    }
}
