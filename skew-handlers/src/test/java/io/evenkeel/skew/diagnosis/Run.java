package io.evenkeel.skew.diagnosis;

import io.evenkeel.command.CommandStreams;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One call of the command and what it wrote. */
record Run(int exitCode, String out, String err) {

    static Run of(String... arguments) {
        return of(new byte[0], false, arguments);
    }

    static Run of(byte[] input, boolean terminal, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exitCode;
        try (PrintStream outStream = new PrintStream(out, false, StandardCharsets.UTF_8);
                PrintStream errStream = new PrintStream(err, false, StandardCharsets.UTF_8)) {
            CommandStreams streams =
                    new CommandStreams(new ByteArrayInputStream(input), outStream, errStream, terminal, 100);
            exitCode = new DiagnoseCommand().run(List.of(arguments), streams);
        }
        return new Run(exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }
}
