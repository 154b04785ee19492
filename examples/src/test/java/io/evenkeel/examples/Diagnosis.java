package io.evenkeel.examples;

import io.evenkeel.command.Command;
import io.evenkeel.command.CommandStreams;
import io.evenkeel.testing.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/** Calls of the subcommand {@code diagnose}, as the launcher makes them. Stateless. */
final class Diagnosis {

    private Diagnosis() {}

    /** What the command writes; fails if it fails. */
    static String text(String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Command command = ServiceLoader.load(Command.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(found -> found.name().equals("diagnose"))
                .findFirst()
                .orElseThrow();
        try (PrintStream outStream = new PrintStream(out, false, StandardCharsets.UTF_8);
                PrintStream errStream = new PrintStream(err, false, StandardCharsets.UTF_8)) {
            int exitCode = command.run(
                    List.of(arguments),
                    new CommandStreams(new ByteArrayInputStream(new byte[0]), outStream, errStream, false, 100));
            if (exitCode != 0) {
                throw new AssertionError("exit code " + exitCode + ": " + err.toString(StandardCharsets.UTF_8));
            }
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The only application of a report. */
    static Json application(String path, String... arguments) {
        String[] all = Stream.concat(Stream.of("--format", "json", path), Stream.of(arguments))
                .toArray(String[]::new);
        return Json.of(text(all)).objects("applications").get(0);
    }
}
