package io.evenkeel.sparkruns;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.apache.spark.SparkConf;

/** A directory that looks like an installed Spark, so that executors run in processes of their own. Immutable. */
record SparkHome(Path directory) {

    private static final int EXECUTORS = 4;
    private static final int CORES = 4;
    private static final int MEGABYTES = 512;

    /** Makes the one that the build names, without jars: executors get the class path of this JVM. */
    static SparkHome ofTheBuild() throws IOException {
        Path home = Path.of(Objects.requireNonNull(System.getenv("SPARK_HOME"), "the build sets SPARK_HOME"));
        Files.createDirectories(home.resolve("jars"));
        return new SparkHome(home);
    }

    private static List<Path> classPath() {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(all.split(System.getProperty("path.separator")))
                .map(Path::of)
                .toList();
    }

    /** Says that executors start from it, with the classes of this JVM. */
    void configure(SparkConf configuration) {
        String directories = String.join(
                System.getProperty("path.separator"),
                classPath().stream().map(Path::toString).toList());
        configuration
                .setMaster("local-cluster[" + EXECUTORS + "," + CORES + "," + MEGABYTES + "]")
                .setSparkHome(directory.toString())
                .set("spark.executor.memory", MEGABYTES + "m")
                .set("spark.executorEnv.SPARK_SCALA_VERSION", "2.13")
                .set("spark.executor.extraClassPath", directories)
                .set("spark.scheduler.minRegisteredResourcesRatio", "1.0")
                .set("spark.scheduler.maxRegisteredResourcesWaitingTime", "120s");
    }
}
