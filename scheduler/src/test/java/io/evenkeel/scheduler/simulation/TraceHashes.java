package io.evenkeel.scheduler.simulation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program that runs seeds, and writes the number of each trace to a file. */
public final class TraceHashes {

    private TraceHashes() {}

    /**
     * Runs the seeds from 0.
     *
     * @param args the file to write, and how many seeds
     */
    public static void main(String[] args) throws IOException {
        List<String> lines = new ArrayList<>();
        for (long seed = 0; seed < Long.parseLong(args[1]); seed++) {
            lines.add(seed + " " + Long.toHexString(SimulationTest.runOne(seed, new Tally())));
        }
        Files.write(Path.of(args[0]), lines);
    }
}
