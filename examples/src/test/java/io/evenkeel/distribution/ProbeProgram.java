package io.evenkeel.distribution;

import io.evenkeel.scheduler.launcher.ExampleProgram;
import io.evenkeel.scheduler.launcher.UsageException;
import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A program that shows how it was started, or ends as the test wants. */
public final class ProbeProgram implements ExampleProgram {

    @Override
    public String name() {
        return "probe";
    }

    @Override
    public String summary() {
        return "Shows how it was started.";
    }

    @Override
    public String usage() {
        return "show|fail|misuse|wait [ARGUMENTS]";
    }

    @Override
    public void run(List<String> arguments, PrintStream out) throws Exception {
        switch (arguments.get(0)) {
            case "show" -> {
                out.println("heap " + Runtime.getRuntime().maxMemory() / (1 << 20));
                out.println("master " + System.getProperty("evenkeel.master"));
                out.println("option " + System.getProperty("probe.option"));
                arguments.forEach(argument -> out.println("[" + argument + "]"));
            }
            case "fail" -> throw new IllegalStateException("as asked");
            case "misuse" -> throw new UsageException("as asked");
            case "wait" -> {
                out.println("waiting");
                out.flush();
                new CountDownLatch(1).await();
            }
            default -> throw new UsageException("no such probe: " + arguments.get(0));
        }
    }
}
