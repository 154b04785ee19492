package io.evenkeel.config;

/**
 * What a program says about itself as a whole. Immutable.
 *
 * @param name its name in reports and messages
 * @param master where its jobs run
 * @param defaultParallelism how many partitions a shuffle makes when nothing else says it; 0 means by rule
 */
public record ApplicationSettings(String name, Master master, int defaultParallelism) {

    public static final Setting<String> NAME = Setting.text(
                    "evenkeel.app.name", "evenkeel", "text", "Name of the program in reports and messages.")
            .withAliases("spark.app.name");

    public static final Setting<Master> MASTER = Setting.of(
                    "evenkeel.master", "local[*]", Master.FORM, "Where the jobs of a program run.", Master::parse)
            .withAliases("spark.master");

    public static final Setting<Integer> DEFAULT_PARALLELISM = Setting.integer(
                    "evenkeel.default.parallelism",
                    0,
                    0,
                    1 << 20,
                    "How many partitions a shuffle makes when the call does not say it. 0: the largest count among its "
                            + "inputs, at least twice the number of slots.")
            .withAliases("spark.default.parallelism");

    public static ApplicationSettings from(Configuration configuration) {
        return new ApplicationSettings(
                configuration.get(NAME), configuration.get(MASTER), configuration.get(DEFAULT_PARALLELISM));
    }
}
