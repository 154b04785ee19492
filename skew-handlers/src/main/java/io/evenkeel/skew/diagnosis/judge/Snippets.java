package io.evenkeel.skew.diagnosis.judge;

/** Code that remedies show. Names in it that begin with "your" are the reader's to fill in. */
@SuppressWarnings("StringConcatToTextBlock") // joined lines keep the margin of the code that is shown in sight
final class Snippets {

    static final String ENGINE_TWO_STAGE =
            "pairs.reduceByKey(combine, Skew.twoStage())    // each key in 10 parts first, then the parts";

    static final String RDD_TWO_STAGE = String.join(
            "\n",
            "val salts = 10",
            "pairs.map { case (k, v) => ((k, math.floorMod(v.hashCode, salts)), v) }",
            "     .reduceByKey(combine)                              // each hot key in up to 10 tasks",
            "     .map { case ((k, _), v) => (k, v) }                // strip the salt",
            "     .reduceByKey(combine)");

    static final String SQL_TWO_STAGE = String.join(
            "\n",
            "SELECT k, sum(part) AS total",
            "FROM (SELECT k, pmod(hash(v), 10) AS salt, sum(v) AS part FROM t GROUP BY k, pmod(hash(v), 10))",
            "GROUP BY k");

    static final String ENGINE_COMBINER = "pairs.reduceByKey(combine)          // instead of groupByKey().mapValues(…)";

    static final String RDD_COMBINER = String.join(
            "\n",
            "pairs.reduceByKey(combine)          // instead of groupByKey().mapValues(_.reduce(combine))",
            "pairs.aggregateByKey(zero)(add, merge)");

    static final String ENGINE_SPLIT_JOIN = String.join(
            "\n",
            "skewed.join(other, Skew.splitKeys())           // finds the hot keys by a sample, spreads their rows over",
            "                                               // several tasks, and copies the rows they meet");

    static final String RDD_SPLIT_JOIN = String.join(
            "\n",
            "val hot = sc.broadcast(Set(yourHotKeys)); val salts = 10",
            "val spread = skewed.filter(r => hot.value(r._1))",
            "  .map { case (k, v) => ((k, math.floorMod(v.hashCode, salts)), v) }",
            "val copies = other.filter(r => hot.value(r._1))",
            "  .flatMap { case (k, w) => (0 until salts).map(s => ((k, s), w)) }",
            "val hotPart = spread.join(copies).map { case ((k, _), vw) => (k, vw) }",
            "val rest = skewed.filter(r => !hot.value(r._1)).join(other)",
            "rest.union(hotPart)");

    static final String SQL_AQE_JOIN = String.join(
            "\n",
            "SET spark.sql.adaptive.enabled = true;",
            "SET spark.sql.adaptive.skewJoin.enabled = true;",
            "SET spark.sql.adaptive.skewJoin.skewedPartitionFactor = 3;",
            "SET spark.sql.adaptive.skewJoin.skewedPartitionThresholdInBytes = %dm;",
            "SET spark.sql.adaptive.advisoryPartitionSizeInBytes = %dm;");

    static final String SQL_SALTED_JOIN = String.join(
            "\n",
            "SELECT … FROM (SELECT *, pmod(hash(v), 10) AS salt FROM skewed) a",
            "JOIN (SELECT *, explode(sequence(0, 9)) AS salt FROM other) b",
            "  ON a.k = b.k AND a.salt = b.salt");

    static final String SQL_BROADCAST = "SELECT /*+ BROADCAST(other) */ … FROM skewed JOIN other ON …";

    static final String RDD_BROADCAST = String.join(
            "\n",
            "val small = sc.broadcast(other.collectAsMap())          // groupByKey() first if its keys repeat",
            "skewed.flatMap { case (k, v) => small.value.get(k).map(w => (k, (v, w))) }   // inner join");

    static final String ENGINE_BROADCAST = String.join(
            "\n",
            "skewed.join(other, Skew.broadcast())           // no shuffle, if the other side takes no more memory than",
            "                                               // evenkeel.skew.broadcast.threshold");

    static final String RDD_HOT_KEYS = String.join(
            "\n",
            "pairs.sample(false, 0.1).map { case (k, _) => (k, 1L) }.reduceByKey(_ + _)",
            "     .top(20)(Ordering.by(_._2)).foreach(println)");

    static final String SQL_HOT_KEYS =
            "SELECT k, count(*) AS n FROM t TABLESAMPLE (10 PERCENT) GROUP BY k ORDER BY n DESC LIMIT 20";

    private Snippets() {}
}
