package io.evenkeel.scheduler.launcher;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;

/**
 * How a program is started. Immutable.
 *
 * @param driverMemory heap of the JVM that the program runs in; the start script applies it
 * @param driverJavaOptions further options of that JVM; the start script applies them
 * @param jars jars that join the program's class path, separated by commas
 */
public record LauncherSettings(ByteSize driverMemory, String driverJavaOptions, String jars) {

    private static final ByteSize MIN_MEMORY = ByteSize.ofMib(64);
    private static final ByteSize MAX_MEMORY = ByteSize.ofMib(16L << 20);

    public static final Setting<ByteSize> DRIVER_MEMORY = Setting.size(
                    "evenkeel.driver.memory",
                    ByteSize.ofMib(1024),
                    "m",
                    MIN_MEMORY,
                    MAX_MEMORY,
                    "Heap of the JVM that the program runs in. Read before Java starts: it can't be set in code.")
            .withAliases("spark.driver.memory");

    public static final Setting<String> DRIVER_JAVA_OPTIONS = Setting.text(
                    "evenkeel.driver.extraJavaOptions",
                    "",
                    "options separated by white space; quotes are not understood",
                    "Further options of the JVM that the program runs in. Read before Java starts: they can't be set in "
                            + "code.")
            .withAliases("spark.driver.extraJavaOptions");

    public static final Setting<String> JARS = Setting.text(
                    "evenkeel.jars",
                    "",
                    "paths separated by commas; the last part of a path may be a glob",
                    "Jars that join the class path of an application jar.")
            .withAliases("spark.jars");

    public static final Setting<String> DEPLOY_MODE = Setting.of(
                    "evenkeel.submit.deployMode",
                    "client",
                    "client: the driver runs in the launcher's own process, there is no cluster mode",
                    "Where the driver runs.",
                    LauncherSettings::clientOnly)
            .withAliases("spark.submit.deployMode")
            .withoutEffectInLocalMode();

    public static final Setting<Integer> EXECUTOR_INSTANCES = Setting.integer(
                    "evenkeel.executor.instances", 1, 1, 100_000, "How many executors a program asks for.")
            .withAliases("spark.executor.instances")
            .withoutEffectInLocalMode();

    public static final Setting<ByteSize> EXECUTOR_MEMORY = Setting.size(
                    "evenkeel.executor.memory",
                    ByteSize.ofMib(1024),
                    "m",
                    MIN_MEMORY,
                    MAX_MEMORY,
                    "Heap of one executor. In local[N] tasks run in the driver: set evenkeel.driver.memory.")
            .withAliases("spark.executor.memory")
            .withoutEffectInLocalMode();

    public static final Setting<Integer> EXECUTOR_CORES = Setting.integer(
                    "evenkeel.executor.cores",
                    1,
                    1,
                    1024,
                    "How many tasks one executor runs at a time. In local[N] this is N.")
            .withAliases("spark.executor.cores")
            .withoutEffectInLocalMode();

    public static final Setting<Integer> CORES_MAX = Setting.integer(
                    "evenkeel.cores.max",
                    1,
                    1,
                    1 << 20,
                    "How many cores all executors have together. In local[N] this is N.")
            .withAliases("spark.cores.max")
            .withoutEffectInLocalMode();

    public static LauncherSettings from(Configuration configuration) {
        return new LauncherSettings(
                configuration.get(DRIVER_MEMORY), configuration.get(DRIVER_JAVA_OPTIONS), configuration.get(JARS));
    }

    private static String clientOnly(String text) {
        if (!text.equals("client")) {
            throw new IllegalArgumentException("no such mode");
        }
        return text;
    }
}
