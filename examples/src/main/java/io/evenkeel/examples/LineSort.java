package io.evenkeel.examples;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import io.evenkeel.text.LineEnding;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Sorts the lines of a text by their bytes, unsigned, over all output files in their order: {@code LC_ALL=C sort}.
 *
 * <p>Read as ISO-8859-1, each byte is a character and the order of strings is that of bytes, whatever the text's charset
 * is; written as ISO-8859-1, each character is that byte again.
 */
public final class LineSort implements ExampleProgram {

    public static void main(String[] arguments) {
        new LineSort().run(List.of(arguments), System.out);
    }

    @Override
    public String name() {
        return "sort";
    }

    @Override
    public String summary() {
        return "sorts the lines of a text by their bytes, as LC_ALL=C sort does";
    }

    @Override
    public String usage() {
        return TextJobArguments.USAGE + """

                Sorts the lines of INPUT (a file, directory or pattern) by their bytes, unsigned, and writes them to
                files in the directory OUTPUT: in order within each file, and from file to file.""";
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        TextJobArguments job = TextJobArguments.parse(arguments);
        try (EngineSession session = EngineSession.builder().build()) {
            Dataset<String> sorted = session.text(job.input())
                    .charset(StandardCharsets.ISO_8859_1)
                    .lineEnding(LineEnding.LF)
                    .lines()
                    .sortBy(line -> line);
            Dataset<String> dealt = job.partitions().isPresent()
                    ? sorted.withPartitions(job.partitions().getAsInt())
                    : sorted;
            dealt.writeText(job.output())
                    .charset(StandardCharsets.ISO_8859_1)
                    .overwrite(job.overwrite())
                    .save();
        }
    }
}
