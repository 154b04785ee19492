package io.evenkeel.perf.peers;

import static org.apache.spark.sql.functions.broadcast;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.sum;

import io.evenkeel.perf.workload.Digest;
import io.evenkeel.perf.workload.GeneratedRows;
import io.evenkeel.perf.workload.KeyDistribution;
import io.evenkeel.perf.workload.Mixing;
import io.evenkeel.perf.workload.RunMeter;
import io.evenkeel.perf.workload.RunRequest;
import io.evenkeel.perf.workload.WordFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.types.DataTypes;

/**
 * Apache Spark's SQL, with adaptive execution but for what is called naive. Rows and hashes of them are made by functions
 * of Java, so that they are the same as those of the others. Confined to one thread.
 */
final class SparkSqlPeer implements Peer {

    private static final int LINE = GeneratedRows.BODY_BYTES - 2;

    @Override
    public String version() {
        return org.apache.spark.package$.MODULE$.SPARK_VERSION();
    }

    @Override
    public Digest run(RunRequest request, RunMeter meter) throws Exception {
        boolean isNaive = request.variant().endsWith("-naive");
        SparkConf settings = SparkSettings.of(request)
                .set("spark.sql.shuffle.partitions", String.valueOf(SparkSettings.PARTITIONS))
                .set("spark.sql.ansi.enabled", "false")
                .set("spark.sql.adaptive.enabled", String.valueOf(!isNaive))
                .set("spark.sql.adaptive.autoBroadcastJoinThreshold", "-1")
                .set("spark.sql.autoBroadcastJoinThreshold", "-1")
                .set("spark.sql.adaptive.skewJoin.skewedPartitionFactor", "2")
                .set("spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes", "4m")
                .set("spark.sql.adaptive.advisoryPartitionSizeInBytes", "8m")
                .set("spark.sql.adaptive.coalescePartitions.enabled", "false")
                .set(
                        "spark.sql.warehouse.dir",
                        request.directory().resolve("spark").toString());
        SparkTasks tasks = new SparkTasks();
        try (SparkSession spark = SparkSession.builder().config(settings).getOrCreate()) {
            spark.sparkContext().setLogLevel("ERROR");
            spark.sparkContext().addSparkListener(tasks);
            Digest digest = run(spark, request, meter);
            spark.sparkContext().listenerBus().waitUntilEmpty();
            tasks.tell(meter);
            return digest;
        }
    }

    private static Digest run(SparkSession spark, RunRequest request, RunMeter meter) throws Exception {
        spark.udf().register("mixed", (UDF1<Long, Long>) Mixing::mix, DataTypes.LongType);
        spark.udf().register("hashed", (UDF2<Long, Long, Long>) Digest::hash, DataTypes.LongType);
        spark.udf().register("value", (UDF1<Long, Long>) GeneratedRows::value, DataTypes.LongType);
        spark.udf().register("sortKey", (UDF1<Long, Long>) GeneratedRows::sortKey, DataTypes.LongType);
        spark.udf().register("body", (UDF1<Long, byte[]>) GeneratedRows::body, DataTypes.BinaryType);
        spark.udf().register("ofRank", (UDF1<Long, Long>) KeyDistribution::ofRank, DataTypes.LongType);
        return switch (request.workload()) {
            case "W1", "W8" -> words(spark, request, meter);
            case "W2" -> sums(spark, request);
            case "W3" -> groups(spark, request);
            case "W4" -> sort(spark, request, meter);
            case "W5" -> join(spark, request);
            case "W6" -> repartition(spark, request);
            default -> throw Peer.without(request);
        };
    }

    private static Dataset<Row> pairs(SparkSession spark, long rows, KeyDistribution keys) {
        spark.udf().register("key", (UDF1<Long, Long>) keys::key, DataTypes.LongType);
        return spark.range(0, rows, 1, SparkSettings.PARTITIONS).selectExpr("key(id) as k", "value(id) as v");
    }

    /** Of the hashes of all rows; the sum wraps around. */
    private static Digest digest(Dataset<Row> hashes) {
        Row sums = hashes.agg(count(lit(1)), sum(col("h"))).collectAsList().get(0);
        return new Digest(sums.getLong(0), sums.isNullAt(1) ? 0 : sums.getLong(1));
    }

    private static Digest words(SparkSession spark, RunRequest request, RunMeter meter) throws Exception {
        Path input = WordFile.of(request.directory(), request.textBytes());
        Path output = request.directory().resolve("out");
        spark.read()
                .textFile(input.toString())
                .selectExpr("explode(split(value, ' ')) as w")
                .groupBy("w")
                .count()
                .selectExpr("concat(w, '\t', count) as value")
                .write()
                .mode("overwrite")
                .text(output.toString());
        return meter.unmeasured(() -> Digest.ofLines(output));
    }

    private static Digest sums(SparkSession spark, RunRequest request) {
        return digest(pairs(spark, request.records(), request.keys())
                .groupBy("k")
                .agg(sum("v").as("s"))
                .selectExpr("hashed(k, s) as h"));
    }

    private static Digest groups(SparkSession spark, RunRequest request) {
        return digest(pairs(spark, request.records(), request.keys())
                .groupBy("k")
                .agg(org.apache.spark.sql.functions.collect_list("v").as("l"))
                .selectExpr("hashed(k, hashed(cast(size(l) as bigint), array_max(l))) as h"));
    }

    private static Digest sort(SparkSession spark, RunRequest request, RunMeter meter) throws Exception {
        spark.udf()
                .register(
                        "line",
                        (UDF2<Long, byte[], String>)
                                (key, body) -> key + "\t" + new String(body, 0, LINE, StandardCharsets.ISO_8859_1),
                        DataTypes.StringType);
        Path output = request.directory().resolve("out");
        spark.range(0, request.records(), 1, SparkSettings.PARTITIONS)
                .selectExpr("sortKey(id) as k", "body(id) as v")
                .orderBy("k")
                .selectExpr("line(k, v) as value")
                .write()
                .mode("overwrite")
                .text(output.toString());
        return meter.unmeasured(() -> SortedLines.digest(output));
    }

    private static Digest repartition(SparkSession spark, RunRequest request) {
        return digest(spark.range(0, request.records(), 1, SparkSettings.PARTITIONS)
                .selectExpr("sortKey(id) as k", "body(id) as v")
                .repartition(Integer.parseInt(request.variant()))
                .selectExpr("hashed(k, cast(length(v) as bigint)) as h"));
    }

    private static Digest join(SparkSession spark, RunRequest request) {
        Dataset<Row> facts = pairs(spark, request.records(), request.keys());
        Dataset<Row> dimensions = spark.range(0, request.dimensions(), 1, SparkSettings.PARTITIONS)
                .selectExpr("ofRank(id) as dk", "id % 1000 as a");
        Dataset<Row> small = switch (request.variant()) {
            case "shuffle-auto", "shuffle-naive", "big-auto", "big-naive" -> dimensions;
            case "broadcast" -> broadcast(dimensions);
            default -> throw Peer.without(request);
        };
        return digest(facts.join(small, col("k").equalTo(col("dk"))).selectExpr("mixed(v * a) as h"));
    }
}
