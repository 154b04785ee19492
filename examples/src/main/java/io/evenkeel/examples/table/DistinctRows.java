package io.evenkeel.examples.table;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.examples.Arguments;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import io.evenkeel.scheduler.launcher.UsageException;
import io.evenkeel.text.LineEnding;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Writes each line of a text, or each row of CSV files, once. */
public final class DistinctRows implements ExampleProgram {

    private static final String CSV = "--csv";

    public static void main(String[] arguments) {
        new DistinctRows().run(List.of(arguments), System.out);
    }

    @Override
    public String name() {
        return "distinct";
    }

    @Override
    public String summary() {
        return "writes each line of a text, or each row of CSV files, once";
    }

    @Override
    public String usage() {
        return """
                [--csv] [--overwrite] INPUT OUTPUT
                Writes each line of INPUT (a file, directory or pattern) once to files in the directory OUTPUT, in no
                defined order. Lines are compared by their bytes, as LC_ALL=C sort -u does.
                With --csv, INPUT is CSV with a header, and rows are equal when all their fields are, as text; an empty
                field (null) is equal to another one, but not to "" (an empty text). OUTPUT is CSV too.""";
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        Arguments job = Arguments.parse(arguments, Set.of(CSV, TableArguments.OVERWRITE), Set.of());
        if (job.operands().size() != 2) {
            throw new UsageException("an input and an output are needed, not " + job.operands());
        }
        String input = job.operands().get(0);
        String output = job.operands().get(1);
        boolean overwrite = job.has(TableArguments.OVERWRITE);
        try (EngineSession session = EngineSession.builder().build()) {
            if (job.has(CSV)) {
                Table table = Table.read(session, input);
                table.rows().distinct().writeCsv(output).overwrite(overwrite).saveRows(table.columns());
            } else {
                session.text(input)
                        .charset(StandardCharsets.ISO_8859_1)
                        .lineEnding(LineEnding.LF)
                        .lines()
                        .distinct()
                        .writeText(output)
                        .charset(StandardCharsets.ISO_8859_1)
                        .overwrite(overwrite)
                        .save();
            }
        }
    }
}
