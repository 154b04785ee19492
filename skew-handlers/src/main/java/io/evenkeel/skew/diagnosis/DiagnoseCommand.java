package io.evenkeel.skew.diagnosis;

import io.evenkeel.command.Command;
import io.evenkeel.command.CommandStreams;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.ColumnFormat;
import io.evenkeel.skew.diagnosis.data.DataDiagnosis;
import io.evenkeel.skew.diagnosis.input.FoundLogs;
import io.evenkeel.skew.diagnosis.input.LogSource;
import io.evenkeel.skew.diagnosis.judge.ApplicationJudge;
import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.Severity;
import io.evenkeel.skew.diagnosis.log.ApplicationLog;
import io.evenkeel.skew.diagnosis.log.LogReader;
import io.evenkeel.skew.diagnosis.report.Comparison;
import io.evenkeel.skew.diagnosis.report.ComparisonReport;
import io.evenkeel.skew.diagnosis.report.HtmlReport;
import io.evenkeel.skew.diagnosis.report.JsonReport;
import io.evenkeel.skew.diagnosis.report.Report;
import io.evenkeel.skew.diagnosis.report.TextReport;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * The subcommand {@code diagnose}: reads event logs of Apache Spark or of this engine and reports their skew. Confined to
 * one thread.
 */
public final class DiagnoseCommand implements Command {

    private static final int DONE = 0;
    private static final int WRONG_INPUT = 2;
    private static final int SEVERITY_REACHED = 4;

    private static final String USAGE = """
            usage: diagnose [options] PATH...
                   diagnose --data [options] --key COLUMN FILE...

            Reads event logs and says which stages are skewed, how much time it costs and what to write instead.
            PATH is a log file (plain, lz4, zstd, snappy, lzf, gzip or zip), a rolling or Databricks log directory,
            a directory of many logs, or '-' for standard input.

              --format text|json|html             how to write the report (text)
              -o, --output FILE                   where to write it (standard output)
              --compare BEFORE AFTER              what changed between two runs
              --fail-on minor|moderate|severe     exit code 4 if an application reaches it
              --data                              the files are CSV, JSON lines or Parquet: how their keys would spread
              --key COLUMN                        whose values are the keys; of nested ones parts are joined by dots
              --partitions N                      partitions of the join or aggregation (200)
              --redact-keys                       hashes in place of hot keys
              --max-line SIZE                     longer lines are passed over (32m)
              --max-tasks N                       tasks measured per application (1000000)

            Exit codes: 0 done, 2 wrong usage or not an event log, 4 --fail-on reached.
            """;

    /** For the service loader. */
    public DiagnoseCommand() {}

    @Override
    public String name() {
        return "diagnose";
    }

    @Override
    public String summary() {
        return "find skew in event logs, and what to write instead";
    }

    @Override
    public int run(List<String> arguments, CommandStreams streams) {
        DiagnoseOptions options;
        try {
            options = DiagnoseOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            streams.err().println("diagnose: " + e.getMessage());
            streams.err().println("Try 'diagnose --help'.");
            return WRONG_INPUT;
        }
        if (options.help()) {
            streams.out().print(USAGE);
            return DONE;
        }
        try {
            return run(options, streams);
        } catch (EngineException e) {
            streams.err().println("diagnose: " + e.getMessage());
            return WRONG_INPUT;
        }
    }

    /** The formats of data files that modules on the class path of this command bring. */
    private static List<ColumnFormat> formats() {
        List<ColumnFormat> found = new ArrayList<>();
        ServiceLoader.load(ColumnFormat.class, DiagnoseCommand.class.getClassLoader())
                .forEach(found::add);
        return found;
    }

    private static int diagnoseData(DiagnoseOptions options, CommandStreams streams) {
        DataDiagnosis diagnosis = DataDiagnosis.of(
                options.paths().stream().map(DiagnoseCommand::toPath).toList(),
                options.key(),
                options.partitions(),
                options.redactKeys(),
                formats());
        String text = switch (options.format()) {
            case TEXT -> diagnosis.text();
            case JSON -> diagnosis.json();
            case HTML -> diagnosis.html();
        };
        if (options.output().isEmpty()) {
            streams.out().print(text);
        } else {
            writeFile(options.output(), text.getBytes(StandardCharsets.UTF_8));
        }
        return DONE;
    }

    private static int run(DiagnoseOptions options, CommandStreams streams) {
        if (options.data()) {
            return diagnoseData(options, streams);
        }
        List<ApplicationVerdict> applications = new ArrayList<>();
        List<Report.Refusal> refused = new ArrayList<>();
        boolean overview = false;
        boolean failed = false;
        for (String path : options.paths()) {
            int before = applications.size();
            try (FoundLogs found = path.equals("-") ? FoundLogs.in(streams.in()) : FoundLogs.under(toPath(path))) {
                overview |= found.manyExpected();
                for (LogSource source : found.sources()) {
                    readOne(source, options, applications, refused);
                }
                if (applications.size() == before) {
                    failed = true;
                    streams.err().println("diagnose: " + refusal(path, found, refused));
                }
            } catch (EngineException e) {
                failed = true;
                streams.err().println("diagnose: " + e.getMessage());
            }
        }
        if (applications.isEmpty()) {
            return WRONG_INPUT;
        }
        boolean severe = write(options, new Report(applications, refused, overview), streams);
        return failed ? WRONG_INPUT : severe ? SEVERITY_REACHED : DONE;
    }

    private static void readOne(
            LogSource source,
            DiagnoseOptions options,
            List<ApplicationVerdict> applications,
            List<Report.Refusal> refused) {
        try {
            for (ApplicationLog application : new LogReader(options.limits()).read(source)) {
                applications.add(new ApplicationJudge(options.redactKeys()).judge(application, source.name()));
            }
        } catch (EngineException e) {
            if (e.code() != ErrorCode.MALFORMED_INPUT && e.code() != ErrorCode.INPUT_UNREADABLE) {
                throw e;
            }
            refused.add(new Report.Refusal(source.name(), String.valueOf(e.getMessage())));
        }
    }

    private static String refusal(String path, FoundLogs found, List<Report.Refusal> refused) {
        if (found.sources().isEmpty()) {
            return "no event log in " + path;
        }
        return found.manyExpected()
                ? "none of the " + found.sources().size() + " files in " + path + " is an event log"
                : refused.get(refused.size() - 1).reason();
    }

    /** Writes the report; true if the severity to fail on was reached. */
    private static boolean write(DiagnoseOptions options, Report report, CommandStreams streams) {
        if (options.output().isEmpty()) {
            write(options, report, streams.out(), streams.terminal(), streams.columns());
        } else {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
                write(options, report, out, false, streams.columns());
            }
            writeFile(options.output(), bytes.toByteArray());
        }
        Severity limit = options.failOn().orElse(Severity.NONE);
        return limit != Severity.NONE
                && report.applications().stream()
                        .anyMatch(application -> application.severity().compareTo(limit) >= 0);
    }

    private static void writeFile(String file, byte[] bytes) {
        try {
            Files.write(toPath(file), bytes);
        } catch (IOException e) {
            throw new EngineException(ErrorCode.OUTPUT_NOT_WRITABLE, "cannot write " + file + ": " + e.getMessage(), e);
        }
    }

    private static void write(DiagnoseOptions options, Report report, PrintStream out, boolean colours, int columns) {
        if (options.compare()) {
            if (report.applications().size() != 2) {
                throw new EngineException(
                        ErrorCode.INVALID_ARGUMENT,
                        "--compare needs one application on each side, found "
                                + report.applications().size());
            }
            Comparison comparison = Comparison.of(
                    report.applications().get(0), report.applications().get(1));
            if (options.format() == DiagnoseOptions.Format.JSON) {
                out.print(ComparisonReport.json(comparison));
            } else {
                ComparisonReport.text(comparison, out);
            }
            return;
        }
        switch (options.format()) {
            case TEXT -> new TextReport(out, colours, columns).write(report);
            case JSON -> out.print(JsonReport.of(report));
            case HTML -> out.print(HtmlReport.of(report));
        }
    }

    private static Path toPath(String path) {
        try {
            return Path.of(path);
        } catch (InvalidPathException e) {
            throw new EngineException(ErrorCode.INVALID_ARGUMENT, "not a path: " + path, e);
        }
    }
}
