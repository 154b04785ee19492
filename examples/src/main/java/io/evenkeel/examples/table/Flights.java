package io.evenkeel.examples.table;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.record.Pair;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import io.evenkeel.scheduler.launcher.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Locale;

/** Tells from which airports flights leave late, from a real table of flights and one of airports that come with it. */
public final class Flights implements ExampleProgram {

    private static final int ROWS = 15;
    private static final int LATE_MINUTES = 15;

    public static void main(String[] arguments) {
        new Flights().run(List.of(arguments), System.out);
    }

    @Override
    public String name() {
        return "flights";
    }

    @Override
    public String summary() {
        return "delays of real flights by airport, from tables that come with it";
    }

    @Override
    public String usage() {
        return """

                Reads 5,000 flights within the United States, of the first months of 2001, with typed columns from CSV, joins
                them with airports, and prints for the airports with the most departures: flights, mean delay in minutes, and
                how many per cent were at least 15 minutes late.
                The data are works of the United States Government and in the public domain: flights of the Bureau of
                Transportation Statistics, airports of data.gov, both as collected by vega-datasets 3.2.1.""";
    }

    /** A flight; the delay is in minutes, the distance in miles. */
    public record Flight(LocalDateTime date, int delay, int distance, String origin, String destination) {}

    /** An airport; {@code iata} is its code. */
    public record Airport(String iata, String name, String city, String state) {}

    /** Departures of an airport; delays are in minutes. */
    record Departures(long flights, long delay, long late) {

        static Departures of(Flight flight) {
            return new Departures(1, flight.delay(), flight.delay() >= LATE_MINUTES ? 1 : 0);
        }

        Departures and(Departures other) {
            return new Departures(flights + other.flights, delay + other.delay, late + other.late);
        }
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        if (!arguments.isEmpty()) {
            throw new UsageException("there is nothing to say, and not " + arguments);
        }
        try {
            Path directory = Files.createTempDirectory("evenkeel-flights");
            try {
                print(shipped("flights.csv", directory), shipped("airports.csv", directory), out);
            } finally {
                Files.deleteIfExists(directory.resolve("flights.csv"));
                Files.deleteIfExists(directory.resolve("airports.csv"));
                Files.deleteIfExists(directory);
            }
        } catch (IOException e) {
            throw new EngineException(
                    ErrorCode.DISK_FAILED, "the tables can't be put into a temporary directory: " + e, e);
        }
    }

    private static String shipped(String name, Path directory) throws IOException {
        try (InputStream table = Flights.class.getResourceAsStream(name)) {
            if (table == null) {
                throw new IllegalStateException(name + " is missing from the jar of the examples");
            }
            Path file = directory.resolve(name);
            Files.copy(table, file);
            return file.toString();
        }
    }

    private static void print(String flightsFile, String airportsFile, PrintStream out) {
        try (EngineSession session = EngineSession.builder().build()) {
            Dataset<Flight> flights = session.csv(flightsFile).records(Flight.class);
            KeyedDataset<String, Airport> airports =
                    session.csv(airportsFile).records(Airport.class).keyBy(Airport::iata);
            List<Pair<Departures, Airport>> busiest = flights.keyBy(Flight::origin)
                    .mapValues(Departures::of)
                    .reduceByKey(Departures::and)
                    .join(airports)
                    .values()
                    .sortBy(found -> -found.key().flights())
                    .take(ROWS);
            out.println("flights  mean delay  late  from");
            for (Pair<Departures, Airport> found : busiest) {
                Departures departures = found.key();
                Airport airport = found.value();
                out.println(String.format(
                        Locale.ROOT,
                        "%7d  %10.1f  %3.0f%%  %s, %s, %s",
                        departures.flights(),
                        (double) departures.delay() / departures.flights(),
                        100.0 * departures.late() / departures.flights(),
                        airport.name(),
                        airport.city(),
                        airport.state()));
            }
        }
    }
}
