package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;
import io.evenkeel.perf.workload.GeneratedRows;
import io.evenkeel.perf.workload.KeyDistribution;
import io.evenkeel.perf.workload.Mixing;
import io.evenkeel.perf.workload.RunMeter;
import io.evenkeel.perf.workload.RunRequest;
import io.evenkeel.perf.workload.WordFile;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import scala.Tuple2;

/** Apache Spark's RDD API. Confined to one thread. */
final class SparkRddPeer implements Peer {

    private static final int SALTS = 8;
    private static final int LINE = GeneratedRows.BODY_BYTES - 2;

    /** A function of a record's number that goes to executors. */
    private interface Row<T> extends LongFunction<T>, Serializable {}

    @Override
    public String version() {
        return org.apache.spark.package$.MODULE$.SPARK_VERSION();
    }

    @Override
    public Digest run(RunRequest request, RunMeter meter) throws Exception {
        SparkTasks tasks = new SparkTasks();
        try (JavaSparkContext spark = new JavaSparkContext(SparkSettings.of(request))) {
            spark.setLogLevel("ERROR");
            spark.sc().addSparkListener(tasks);
            Digest digest = run(spark, request, meter);
            spark.sc().listenerBus().waitUntilEmpty();
            tasks.tell(meter);
            return digest;
        }
    }

    private static Digest run(JavaSparkContext spark, RunRequest request, RunMeter meter) throws Exception {
        return switch (request.workload()) {
            case "W1", "W8" -> words(spark, request, meter);
            case "W2" -> sums(spark, request);
            case "W3" -> groups(spark, request);
            case "W4" -> sort(spark, request);
            case "W5" -> join(spark, request);
            case "W6" -> repartition(spark, request);
            default -> throw Peer.without(request);
        };
    }

    private static <K, V> JavaPairRDD<K, V> rows(
            JavaSparkContext spark, long rows, int partitions, Row<Tuple2<K, V>> row) {
        List<Integer> numbers = IntStream.range(0, partitions).boxed().toList();
        return spark.parallelize(new ArrayList<>(numbers), partitions).mapPartitionsToPair(partition -> {
            long number = partition.next();
            return range(rows * number / partitions, rows * (number + 1) / partitions, row);
        });
    }

    private static <T> Iterator<T> range(long from, long end, Row<T> row) {
        return new Iterator<>() {
            private long next = from;

            @Override
            public boolean hasNext() {
                return next < end;
            }

            @Override
            public T next() {
                return row.apply(next++);
            }
        };
    }

    private static JavaPairRDD<Long, Long> pairs(JavaSparkContext spark, long rows, KeyDistribution keys) {
        return rows(
                spark,
                rows,
                SparkSettings.PARTITIONS,
                record -> new Tuple2<>(keys.key(record), GeneratedRows.value(record)));
    }

    /** One row's part in the digest. */
    private static long[] part(long hash) {
        return new long[] {1, hash};
    }

    private static Digest digest(JavaRDD<long[]> parts) {
        long[] sum = parts.fold(new long[2], (left, right) -> new long[] {left[0] + right[0], left[1] + right[1]});
        return new Digest(sum[0], sum[1]);
    }

    private static Digest words(JavaSparkContext spark, RunRequest request, RunMeter meter) throws Exception {
        Path input = WordFile.of(request.directory(), request.textBytes());
        Path output = request.directory().resolve("out");
        spark.textFile(input.toString(), request.workload().equals("W8") ? 2 : SparkSettings.PARTITIONS)
                .flatMap(line -> Arrays.asList(line.split(" ")).iterator())
                .mapToPair(word -> new Tuple2<>(word, 1L))
                .reduceByKey(Long::sum)
                .map(count -> count._1() + "\t" + count._2())
                .saveAsTextFile(output.toString());
        return meter.unmeasured(() -> Digest.ofLines(output));
    }

    private static Digest sums(JavaSparkContext spark, RunRequest request) {
        return digest(pairs(spark, request.records(), request.keys())
                .reduceByKey(Long::sum)
                .map(sum -> part(Digest.hash(sum._1(), sum._2()))));
    }

    private static Digest groups(JavaSparkContext spark, RunRequest request) {
        return digest(pairs(spark, request.records(), request.keys())
                .groupByKey()
                .map(group -> {
                    long count = 0;
                    long largest = Long.MIN_VALUE;
                    for (long value : group._2()) {
                        count++;
                        largest = Math.max(largest, value);
                    }
                    return part(Digest.hash(group._1(), Digest.hash(count, largest)));
                }));
    }

    private static Digest sort(JavaSparkContext spark, RunRequest request) {
        var rows = spark.sc().longAccumulator();
        var hash = spark.sc().longAccumulator();
        rows(spark, request.records(), SparkSettings.PARTITIONS, SparkRddPeer::record)
                .sortByKey(true, SparkSettings.PARTITIONS)
                .map(row -> {
                    rows.add(1L);
                    hash.add(Digest.hash(row._1(), row._2().length));
                    return row._1() + "\t" + new String(row._2(), 0, LINE, StandardCharsets.ISO_8859_1);
                })
                .saveAsTextFile(request.directory().resolve("out").toString());
        return new Digest(rows.value(), hash.value());
    }

    private static Tuple2<Long, byte[]> record(long number) {
        return new Tuple2<>(GeneratedRows.sortKey(number), GeneratedRows.body(number));
    }

    private static Digest repartition(JavaSparkContext spark, RunRequest request) {
        return digest(rows(spark, request.records(), SparkSettings.PARTITIONS, SparkRddPeer::record)
                .repartition(Integer.parseInt(request.variant()))
                .map(row -> part(Digest.hash(row._1(), row._2().length))));
    }

    private static Digest join(JavaSparkContext spark, RunRequest request) {
        JavaPairRDD<Long, Long> facts = pairs(spark, request.records(), request.keys());
        JavaPairRDD<Long, Long> dimensions = rows(
                spark,
                request.dimensions(),
                SparkSettings.PARTITIONS,
                rank -> new Tuple2<>(KeyDistribution.ofRank(rank), GeneratedRows.attribute(rank)));
        JavaRDD<Long> products = switch (request.variant()) {
            case "shuffle-auto", "shuffle-naive", "big-auto", "big-naive" ->
                facts.join(dimensions).map(row -> row._2()._1() * row._2()._2());
            case "broadcast" -> broadcast(spark, facts, dimensions);
            case "salted" -> salted(facts, dimensions);
            default -> throw Peer.without(request);
        };
        return digest(products.map(product -> part(Mixing.mix(product))));
    }

    private static JavaRDD<Long> broadcast(
            JavaSparkContext spark, JavaPairRDD<Long, Long> facts, JavaPairRDD<Long, Long> dimensions) {
        Broadcast<HashMap<Long, Long>> attributes = spark.broadcast(new HashMap<>(dimensions.collectAsMap()));
        return facts.flatMap(fact -> {
            Long attribute = attributes.value().get(fact._1());
            return attribute == null
                    ? List.<Long>of().iterator()
                    : List.of(fact._2() * attribute).iterator();
        });
    }

    /** What a user writes by hand: salts on one side, copies of the other. */
    private static JavaRDD<Long> salted(JavaPairRDD<Long, Long> facts, JavaPairRDD<Long, Long> dimensions) {
        JavaPairRDD<Tuple2<Long, Integer>, Long> spread = facts.mapToPair(fact ->
                new Tuple2<>(new Tuple2<>(fact._1(), (int) (Mixing.mix(fact._2()) & (SALTS - 1))), fact._2()));
        JavaPairRDD<Tuple2<Long, Integer>, Long> copied = dimensions.flatMapToPair(row -> {
            List<Tuple2<Tuple2<Long, Integer>, Long>> copies = new ArrayList<>(SALTS);
            for (int salt = 0; salt < SALTS; salt++) {
                copies.add(new Tuple2<>(new Tuple2<>(row._1(), salt), row._2()));
            }
            return copies.iterator();
        });
        return spread.join(copied).map(row -> row._2()._1() * row._2()._2());
    }
}
