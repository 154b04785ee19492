package io.evenkeel.operator;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines that another program writes when it is given the rows as lines: one process for each partition, UTF-8. It
 * fails the task where it ends with another code than 0.
 */
public record ProcessOperator<I>(List<String> command) implements Operator<I, String> {

    /** Copies the command, and refuses one without a program. */
    public ProcessOperator {
        command = List.copyOf(command);
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a command has a program");
        }
    }

    @Override
    public String name() {
        return "pipe " + command.get(0);
    }

    @Override
    public Records<String> open(Records<I> input, TaskContext context) throws IOException {
        return new Piped<>(input, new RunningProgram(command), context);
    }

    /** Writes all rows, then reads what came back. Confined to the task's thread. */
    private static final class Piped<I> implements Records<String> {

        private final Records<I> input;
        private final RunningProgram program;
        private final TaskContext context;
        private @Nullable BufferedReader output;
        private boolean ended;

        Piped(Records<I> input, RunningProgram program, TaskContext context) {
            this.input = input;
            this.program = program;
            this.context = context;
        }

        @Override
        public boolean tryAdvance(Sink<? super String> sink) throws Exception {
            String line = next();
            if (line == null) {
                return false;
            }
            sink.accept(line);
            return true;
        }

        @Override
        public boolean forEachRemaining(Sink<? super String> sink) throws Exception {
            for (String line = next(); line != null; line = next()) {
                if (!sink.accept(line)) {
                    return false;
                }
            }
            return true;
        }

        private @Nullable String next() throws Exception {
            if (ended) {
                return null;
            }
            BufferedReader lines = output;
            if (lines == null) {
                feed();
                requireSuccess();
                lines = program.output();
                output = lines;
            }
            String line = lines.readLine();
            ended = line == null;
            return line;
        }

        /** A program may end before it has read everything. */
        private void feed() throws Exception {
            try (BufferedWriter to =
                    new BufferedWriter(new OutputStreamWriter(program.input(), StandardCharsets.UTF_8))) {
                input.forEachRemaining(row -> {
                    to.write(String.valueOf(row));
                    to.write('\n');
                    return program.isAlive();
                });
            } catch (IOException e) {
                if (!program.endsSoon()) {
                    throw e;
                }
            }
        }

        private void requireSuccess() throws Exception {
            int code = program.await(context);
            if (code != 0) {
                throw new EngineException(
                        ErrorCode.JOB_FAILED,
                        "pipe: " + program.command() + " ended with code " + code + ": " + program.complaint());
            }
        }

        @Override
        public void close() throws IOException {
            ended = true;
            try (input;
                    program) {
                BufferedReader lines = output;
                output = null;
                if (lines != null) {
                    lines.close();
                }
            }
        }
    }
}
