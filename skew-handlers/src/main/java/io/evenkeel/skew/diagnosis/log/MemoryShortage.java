package io.evenkeel.skew.diagnosis.log;

import java.util.List;

/** Tells from an error's text whether a task died of memory. */
final class MemoryShortage {

    private static final List<String> SIGNS = List.of(
            "OutOfMemory",
            "SplitAndRetryOOM",
            "RetryOOM",
            "GC overhead limit",
            "Java heap space",
            "exceeding memory limits",
            "exceeding physical memory limits",
            "beyond the 'PHYSICAL' memory limit",
            "Consider boosting spark",
            "SparkOutOfMemoryError",
            "OUT_OF_MEMORY",
            "OOMKilled",
            "exit code 137",
            "exited with code 137",
            "code 52",
            "status: 137",
            "status: 143");

    private MemoryShortage() {}

    static boolean isNamedIn(String text) {
        for (String sign : SIGNS) {
            if (text.contains(sign)) {
                return true;
            }
        }
        return false;
    }
}
