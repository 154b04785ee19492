package io.evenkeel.testing.labelled;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.command.Command;
import io.evenkeel.command.CommandStreams;
import io.evenkeel.testing.Json;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;

/** What {@code diagnose} says about the one application whose log is in a directory. Stateless. */
public final class Diagnosis {

    private Diagnosis() {}

    /** The stages, in the order of the report. */
    public static List<Json> stages(Path logs) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Command diagnose = ServiceLoader.load(Command.class).stream()
                .map(ServiceLoader.Provider::get)
                .filter(command -> command.name().equals("diagnose"))
                .findFirst()
                .orElseThrow();
        try (PrintStream stream = new PrintStream(out, false, StandardCharsets.UTF_8)) {
            CommandStreams streams =
                    new CommandStreams(new ByteArrayInputStream(new byte[0]), stream, System.err, false, 100);
            assertThat(diagnose.run(List.of("--format", "json", logs.toString()), streams))
                    .isZero();
        }
        return Json.of(out.toString(StandardCharsets.UTF_8))
                .objects("applications")
                .get(0)
                .objects("stages");
    }

    /** What it calls a stage; a slow first wave is shown but is no finding. */
    public static String verdict(Json stage) {
        boolean firstWave = "first-wave".equals(stage.fields().get("cause"));
        return firstWave ? "none" : stage.text("class");
    }
}
