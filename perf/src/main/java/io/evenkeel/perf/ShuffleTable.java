package io.evenkeel.perf;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriterFactory;
import io.evenkeel.shuffle.ShuffleWriterSelector;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;

/**
 * Prints the table of shuffle writers, reducers and codecs that {@code docs/shuffle.md} shows: how fast one map task
 * writes rows of 100 bytes and how fast its reducers read them, beside the speed of the disk in the same run, and where
 * {@code auto} takes a writer that is more than a tenth slower than the best.
 *
 * <p>Arguments: the number of rows (20,000,000), and the directory to write to (that for temporary files).
 */
public final class ShuffleTable {

    private static final int[] REDUCERS = {8, 200, 2_000};
    private static final long MEMORY = 512L << 20;
    private static final long WARM_UP_ROWS = 1_000_000;
    private static final double MUCH_SLOWER = 1.1;

    private final List<ShuffleWriterFactory> factories = ServiceLoader.load(ShuffleWriterFactory.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    private final long rows;
    private final Path directory;
    private final PrintStream out;

    private ShuffleTable(long rows, Path directory, PrintStream out) {
        this.rows = rows;
        this.directory = directory;
        this.out = out;
    }

    /** A way to write: a factory's name and whether it shares files. */
    private record Way(String name, String factory, boolean consolidated) {}

    private record Result(Way way, ShuffleRun run) {

        double seconds() {
            return run.writeSeconds() + run.readSeconds();
        }
    }

    /** Prints the table. */
    public static void main(String[] arguments) throws IOException {
        long rows = arguments.length > 0 ? Long.parseLong(arguments[0]) : 20_000_000;
        Path directory = Path.of(arguments.length > 1 ? arguments[1] : System.getProperty("java.io.tmpdir"));
        new ShuffleTable(rows, Files.createTempDirectory(directory, "shuffle-table"), System.out).print();
    }

    private void print() throws IOException {
        out.printf(
                Locale.ROOT,
                "%,d rows of %d bytes, %d MB of memory, Java %s, %d processors%n%n",
                rows,
                ShuffleRows.BYTES,
                MEMORY >> 20,
                Runtime.version(),
                Runtime.getRuntime().availableProcessors());
        printDisk("before");
        out.println();
        out.println("| reducers | codec | writer | write MB/s | read MB/s | on disk MB | bytes allocated per row "
                + "| files opened | spills |");
        out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
        List<String> slow = new ArrayList<>();
        for (int reducers : REDUCERS) {
            for (Compression codec : Compression.values()) {
                printRows(reducers, codec, slow);
            }
        }
        out.println();
        printDisk("after");
        slow.forEach(out::println);
        Files.delete(directory);
    }

    private void printDisk(String when) throws IOException {
        DiskSpeed disk = DiskSpeed.of(directory, (rows * ShuffleRows.BYTES) >> 20);
        out.printf(
                Locale.ROOT,
                "The disk %s: written at %.0f MB/s, read at %.0f MB/s.%n",
                when,
                disk.writeMegabytesPerSecond(),
                disk.readMegabytesPerSecond());
    }

    private void printRows(int reducers, Compression codec, List<String> slow) throws IOException {
        List<Result> results = new ArrayList<>();
        for (Way way : ways()) {
            run(way, reducers, codec, WARM_UP_ROWS);
            ShuffleRun run = run(way, reducers, codec, rows);
            results.add(new Result(way, run));
            double megabytes = rows * ShuffleRows.BYTES / 1e6;
            out.printf(
                    Locale.ROOT,
                    "| %,d | %s | %s | %.0f | %.0f | %.0f | %.1f | %,d | %d |%n",
                    reducers,
                    codec.name().toLowerCase(Locale.ROOT),
                    way.name(),
                    megabytes / run.writeSeconds(),
                    megabytes / run.readSeconds(),
                    run.diskBytes() / 1e6,
                    (double) run.allocatedBytes() / rows,
                    run.filesOpened(),
                    run.spills());
        }
        note(reducers, codec, results, slow);
    }

    /** Says so where another writer that {@code auto} may take is much faster than the one it takes. */
    private void note(int reducers, Compression codec, List<Result> results, List<String> slow) {
        String taken = new ShuffleWriterSelector(factories, settings(codec, false))
                .choose(new ShuffleSpec(new ShuffleId(0), reducers, false))
                .factory()
                .name();
        Result auto = results.stream()
                .filter(result -> result.way().name().equals(taken))
                .findFirst()
                .orElseThrow();
        for (Result other : results) {
            if (!other.way().factory().equals("hash") && auto.seconds() > MUCH_SLOWER * other.seconds()) {
                slow.add(String.format(
                        Locale.ROOT,
                        "With %,d reducers and %s, auto takes %s, which needs %.2f times as long as %s.",
                        reducers,
                        codec.name().toLowerCase(Locale.ROOT),
                        taken,
                        auto.seconds() / other.seconds(),
                        other.way().name()));
            }
        }
    }

    private List<Way> ways() {
        List<Way> ways = new ArrayList<>();
        for (ShuffleWriterFactory factory : factories) {
            ways.add(new Way(factory.name(), factory.name(), false));
            if (factory.name().equals("hash")) {
                ways.add(new Way("hash, consolidated", factory.name(), true));
            }
        }
        return ways;
    }

    private ShuffleRun run(Way way, int reducers, Compression codec, long count) throws IOException {
        ShuffleWriterFactory factory = factories.stream()
                .filter(candidate -> candidate.name().equals(way.factory()))
                .findFirst()
                .orElseThrow();
        return ShuffleRun.of(factory, settings(codec, way.consolidated()), reducers, count, MEMORY, directory);
    }

    private static ShuffleSettings settings(Compression codec, boolean consolidated) {
        return ShuffleSettings.from(Configuration.empty()
                .with(ShuffleSettings.COMPRESSION.key(), codec.name())
                .with(ShuffleSettings.CONSOLIDATE_FILES.key(), String.valueOf(consolidated))
                .with(ShuffleSettings.FILE_BUFFER.key(), ByteSize.ofKib(32).toString()));
    }
}
