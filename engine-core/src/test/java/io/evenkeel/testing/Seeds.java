package io.evenkeel.testing;

import java.nio.file.Path;

/**
 * Runs tests of random input on seeds, and tells how to replay the one that failed.
 *
 * <p>The seeds of a test class are the same in every run, so a build that passed passes again. With {@code
 * -Devenkeel.test.seed=N} the only seed is N.
 */
public final class Seeds {

    private static final String PROPERTY = "evenkeel.test.seed";

    private Seeds() {}

    /**
     * Runs the test on {@code count} seeds, one after the other.
     *
     * @param testClass name of the test class, optionally with {@code #method}, as {@code mvn -Dtest} takes it
     * @throws AssertionError at the first seed that fails, with the seed, the command that replays it, and what failed as
     *     its cause
     */
    public static void each(String testClass, int count, SeedTest test) {
        Long chosen = Long.getLong(PROPERTY);
        if (chosen != null) {
            run(testClass, chosen, test);
            return;
        }
        for (int i = 0; i < count; i++) {
            run(testClass, seed(testClass, i), test);
        }
    }

    /** Whether there is one seed only, that of a failure that is looked at: what many add up to can't be asked for. */
    public static boolean isReplay() {
        return Long.getLong(PROPERTY) != null;
    }

    private static void run(String testClass, long seed, SeedTest test) {
        try {
            test.run(seed);
        } catch (Exception | Error e) {
            throw new AssertionError(
                    "failed with seed " + seed + ": " + e + "\nreplay: " + command(testClass, seed), e);
        }
    }

    private static String command(String testClass, long seed) {
        return "mvn -B -o -pl " + module() + " -am -Dtest='" + testClass
                + "' -Dsurefire.failIfNoSpecifiedTests=false -D" + PROPERTY + "=" + seed + " test";
    }

    /** The module whose tests run, as {@code mvn -pl} takes it; Surefire tells where it is. */
    private static String module() {
        String root = System.getProperty("evenkeel.root");
        String base = System.getProperty("basedir");
        if (root == null || base == null) {
            return ".";
        }
        return Path.of(root).relativize(Path.of(base)).toString();
    }

    private static long seed(String testClass, int index) {
        return (testClass.hashCode() * 0x9E3779B97F4A7C15L + index * 0xD1342543DE82EF95L) >>> 20;
    }
}
