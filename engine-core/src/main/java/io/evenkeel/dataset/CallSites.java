package io.evenkeel.dataset;

import io.evenkeel.broadcast.Broadcast;
import io.evenkeel.plan.CallSite;

/** Finds where the user called: the first frame outside this package and the JDK. Stateless. */
final class CallSites {

    private static final String HERE = CallSites.class.getPackageName() + ".";

    /** Formats that are offered by modules of their own call for the user. */
    private static final String CONNECTOR = "io.evenkeel.parquet.";

    private static final String BROADCAST = Broadcast.class.getName();

    private CallSites() {}

    static CallSite of(String operation) {
        String place = StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> isUsers(frame.getClassName()))
                        .findFirst()
                        .map(frame -> frame.getFileName() + ":" + frame.getLineNumber()))
                .orElse("an unknown place");
        return new CallSite(operation, place);
    }

    /** The JDK stands between where an action is handed over as a method reference. */
    private static boolean isUsers(String className) {
        return !className.startsWith(HERE)
                && !className.startsWith(BROADCAST)
                && !className.startsWith(CONNECTOR)
                && !className.startsWith("java.")
                && !className.startsWith("jdk.");
    }
}
