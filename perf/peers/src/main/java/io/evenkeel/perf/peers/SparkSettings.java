package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.RunRequest;
import org.apache.spark.SparkConf;

/** How Spark is set up for a run: as this engine is, with Kryo. Stateless. */
final class SparkSettings {

    static final int PARTITIONS = 16;

    private SparkSettings() {}

    static SparkConf of(RunRequest request) {
        return new SparkConf()
                .setMaster("local[2]")
                .setAppName(request.workload() + " " + request.variant())
                .set("spark.ui.enabled", "false")
                .set("spark.serializer", "org.apache.spark.serializer.KryoSerializer")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.default.parallelism", String.valueOf(PARTITIONS))
                .set("spark.local.dir", request.directory().resolve("spark").toString())
                .set("spark.hadoop.validateOutputSpecs", "false");
    }
}
