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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The runs of this machine, a line of JSON for each; a run is there as soon as it is over, so that what is broken off goes
 * on where it was. Confined to one thread.
 */
final class ResultsFile {

    private static final Pattern HEAD = Pattern.compile("\\{\"time\":\"([^\"]*)\",\"canary_s\":([0-9.]+),(.*)");

    private final Path file;

    ResultsFile(Path file) {
        this.file = file;
    }

    /** Adds one. */
    void append(Measurement measurement, double canary) throws IOException {
        String head = "{\"time\":\"" + Instant.now().truncatedTo(ChronoUnit.SECONDS) + "\",\"canary_s\":"
                + Math.round(canary * 1000) / 1000.0 + ",";
        Files.writeString(
                file,
                head + measurement.toJson().substring(1) + "\n",
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
                Matcher head = HEAD.matcher(line);
                if (!head.matches()) {
                    throw new IOException(file + ", line " + number + " is no run: " + line);
                }
                runs.add(new Recorded(
                        head.group(1), Double.parseDouble(head.group(2)), Measurement.ofJson("{" + head.group(3))));
            }
        }
        return runs;
    }

    @Override
    public String toString() {
        return file.toString();
    }
}
