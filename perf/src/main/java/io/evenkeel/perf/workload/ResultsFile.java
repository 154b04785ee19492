package io.evenkeel.perf.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * The runs of this machine, a line of JSON for each; a run is there as soon as it is over, so that what is broken off goes
 * on where it was. Confined to one thread.
 */
final class ResultsFile {

    private final Path file;

    ResultsFile(Path file) {
        this.file = file;
    }

    /** Adds one. */
    void append(Measurement measurement, double canary) throws IOException {
        Recorded run =
                new Recorded(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), canary, measurement);
        Files.writeString(
                file,
                run.toJson() + "\n",
                StandardCharsets.UTF_8,
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    /**
     * Reads all of them, oldest first.
     *
     * @throws IOException if a line is no run, naming it
     */
    List<Recorded> read() throws IOException {
        List<Recorded> runs = new ArrayList<>();
        if (Files.exists(file)) {
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                try {
                    runs.add(Recorded.ofJson(line));
                } catch (RuntimeException e) {
                    throw new IOException(file + ", line " + number + " is no run: " + line, e);
                }
            }
        }
        return runs;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
