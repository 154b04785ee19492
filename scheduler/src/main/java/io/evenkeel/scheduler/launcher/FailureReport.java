package io.evenkeel.scheduler.launcher;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorKind;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Tells a user why a program failed: what the engine says, then where in the user's own code. Confined to one thread.
 */
final class FailureReport {

    private static final int MAX_FRAMES = 12;
    private static final String ENGINE = "io.evenkeel.";
    private static final String EXAMPLES = "io.evenkeel.examples.";
    private static final List<String> PLATFORM = List.of("java.", "javax.", "jdk.", "sun.");

    private final PrintStream err;
    private final boolean verbose;

    /**
     * @param err where it is printed
     * @param verbose whether whole stack traces follow
     */
    FailureReport(PrintStream err, boolean verbose) {
        this.err = err;
        this.verbose = verbose;
    }

    /** Prints what is known about a failure. */
    void print(Throwable failure) {
        List<Throwable> chain = chain(failure);
        if (failure instanceof EngineException engine) {
            err.println("evenkeel: " + engine.code() + ": " + engine.getMessage());
        } else {
            err.println("evenkeel: the program failed: " + failure);
        }
        Throwable cause = chain.stream()
                .filter(link -> !(link instanceof EngineException))
                .findFirst()
                .orElse(failure);
        if (cause != failure) {
            err.println("caused by " + cause);
        }
        boolean shortened = printFrames(cause);
        for (Throwable link : chain.subList(chain.indexOf(cause) + 1, chain.size())) {
            err.println("caused by " + link);
            shortened |= printFrames(link);
        }
        if (chain.stream().anyMatch(OutOfMemoryError.class::isInstance)) {
            err.println("The heap has " + Runtime.getRuntime().maxMemory() / (1 << 20)
                    + " MB: --driver-memory SIZE gives the program more.");
        }
        if (verbose || isDefect(failure)) {
            failure.printStackTrace(err);
        } else if (shortened) {
            err.println("(--verbose prints whole stack traces)");
        }
    }

    private static boolean isDefect(Throwable failure) {
        return failure instanceof EngineException engine && engine.kind() == ErrorKind.INTERNAL;
    }

    private static List<Throwable> chain(Throwable failure) {
        List<Throwable> chain = new ArrayList<>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable link = failure; link != null && seen.add(link); link = link.getCause()) {
            chain.add(link);
        }
        return chain;
    }

    /**
     * Prints the frames of the user's code and those above it, not the engine's below; of an engine exception only the
     * user's. Returns whether something was left out.
     */
    private boolean printFrames(Throwable link) {
        StackTraceElement[] frames = link.getStackTrace();
        int lastOwn = -1;
        for (int i = 0; i < frames.length; i++) {
            if (isOwn(frames[i])) {
                lastOwn = i;
            }
        }
        int printed = 0;
        for (int i = 0; i <= lastOwn && printed < MAX_FRAMES; i++) {
            if (isOwn(frames[i]) || !(link instanceof EngineException || isEngine(frames[i]))) {
                err.println("    at " + frames[i]);
                printed++;
            }
        }
        return printed < frames.length;
    }

    private static boolean isEngine(StackTraceElement frame) {
        return frame.getClassName().startsWith(ENGINE) && !frame.getClassName().startsWith(EXAMPLES);
    }

    private static boolean isOwn(StackTraceElement frame) {
        return !isEngine(frame) && PLATFORM.stream().noneMatch(frame.getClassName()::startsWith);
    }
}
