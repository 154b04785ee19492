package io.evenkeel.examples.table;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.record.Pair;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import java.io.PrintStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The PageRank of the vertices of a graph (Page, Brin, Motwani and Winograd, 1999), by a number of iterations. */
public final class PageRank implements ExampleProgram {

    private static final String ITERATIONS = "--iterations";
    private static final double DAMPING = 0.85;

    public static void main(String[] arguments) {
        new PageRank().run(List.of(arguments), System.out);
    }

    @Override
    public String name() {
        return "pagerank";
    }

    @Override
    public String summary() {
        return "ranks the vertices of a graph by the links between them";
    }

    @Override
    public String usage() {
        return """
                [--iterations N] [--overwrite] [--partitions N] EDGES OUT
                Reads lines with two names, separated by white space: a link from the first to the second. Blank lines and
                lines that begin with # are left out, a link that stands twice counts once.
                Writes CSV files with the columns vertex and rank to the directory OUT. A rank is the share of time that
                somebody spends at a vertex who follows a random link 85 % of the time and jumps anywhere otherwise, and from
                where there is no link; ranks sum up to 1. After N iterations (10 unless said) they are close to it.""";
    }

    /** A link, with how many leave its vertex. */
    record Link(String target, long links) {}

    @Override
    public void run(List<String> arguments, PrintStream out) {
        TableArguments job = TableArguments.parse(arguments, 2, ITERATIONS);
        long iterations = job.arguments().positive(ITERATIONS, 10);
        try (EngineSession session = EngineSession.builder().build()) {
            Dataset<List<Object>> rows =
                    ranks(session.textFile(job.operand(0)), iterations).map(rank -> List.of(rank.key(), rank.value()));
            job.output(job.dealt(rows), job.operand(1)).saveRows(List.of("vertex", "rank"));
        }
    }

    private static KeyedDataset<String, Double> ranks(Dataset<String> lines, long iterations) {
        KeyedDataset<String, String> edges = lines.filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(PageRank::edge)
                .distinct()
                .keyBy(Pair::key)
                .mapValues(Pair::value);
        KeyedDataset<String, Link> links = edges.join(
                        edges.mapValues(target -> 1L).reduceByKey(Long::sum))
                .mapValues(link -> new Link(link.key(), link.value()))
                .cache();
        Dataset<String> vertices =
                links.keys().union(links.values().map(Link::target)).distinct().cache();
        long count = vertices.count();
        KeyedDataset<String, Double> ranks = vertices.keyBy(vertex -> vertex).mapValues(vertex -> 1.0 / count);
        for (long i = 0; i < iterations; i++) {
            KeyedDataset<String, Double> next =
                    step(vertices, links, ranks, count).localCheckpoint();
            if (i > 0) {
                ranks.unpersist();
            }
            ranks = next;
        }
        return ranks;
    }

    private static Pair<String, String> edge(String line) {
        String[] names = line.strip().split("\\s+");
        if (names.length != 2) {
            throw new EngineException(ErrorCode.MALFORMED_INPUT, "a line must have two names, not '" + line + "'");
        }
        return new Pair<>(names[0], names[1]);
    }

    /** One iteration: each vertex gives its rank to those it links to; what nobody is given is shared by all. */
    private static KeyedDataset<String, Double> step(
            Dataset<String> vertices,
            KeyedDataset<String, Link> links,
            KeyedDataset<String, Double> ranks,
            long count) {
        KeyedDataset<String, Double> given = links.join(ranks)
                .values()
                .keyBy(link -> link.key().target())
                .mapValues(link -> link.value() / link.key().links())
                .reduceByKey(Double::sum)
                .cache();
        double sum = given.keyBy(gift -> "all").mapValues(Pair::value).reduceByKey(Double::sum).collect().stream()
                .mapToDouble(Pair::value)
                .sum();
        double toAll = ((1 - DAMPING) + DAMPING * (1 - sum)) / count;
        return vertices.keyBy(vertex -> vertex)
                .leftOuterJoin(given)
                .mapValues(rank -> toAll + DAMPING * orNone(rank.value()));
    }

    private static double orNone(@Nullable Double rank) {
        return rank == null ? 0 : rank;
    }
}
