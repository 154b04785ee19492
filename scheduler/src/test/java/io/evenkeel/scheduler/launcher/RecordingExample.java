package io.evenkeel.scheduler.launcher;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** An example that keeps what it was called with, and does what the test says. Confined to the test's thread. */
final class RecordingExample implements ExampleProgram {

    /** The work of an example. */
    interface Work {
        void run(PrintStream out) throws Exception;
    }

    private final String name;
    private final Work work;
    private final List<List<String>> calls = new ArrayList<>();

    RecordingExample(String name, Work work) {
        this.name = name;
        this.work = work;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return "Keeps its arguments.";
    }

    @Override
    public String usage() {
        return "INPUT OUTPUT";
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        calls.add(List.copyOf(arguments));
        work.run(out);
    }

    /** The arguments of each call. */
    List<List<String>> calls() {
        return calls;
    }
}
