package io.evenkeel.event;

import io.evenkeel.id.StageId;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Tells a person at a terminal how far jobs are, in one line that is written over and over, and at the end in one line
 * what was done. Confined to the event bus, and to the thread that closes the session at the end.
 */
public final class ConsoleReport implements EventListener, AutoCloseable {

    private static final long REPAINT_NANOS = 100_000_000;
    private static final int BAR_CELLS = 24;
    private static final String CLEAR_LINE = "\r\u001b[K";

    /** A stage attempt that runs. */
    private static final class Progress {
        private final String name;
        private final int tasks;
        private int started;
        private int done;

        Progress(String name, int tasks) {
            this.name = name;
            this.tasks = tasks;
        }
    }

    private final PrintStream out;
    private final boolean showProgress;
    private final LongSupplier nanoClock;
    private final long startNanos;
    private final RunTotals totals = new RunTotals();
    private final Map<StageId, Progress> running = new LinkedHashMap<>();
    private long paintedNanos;
    private boolean painted;

    /**
     * @param out where a person reads; not the stream of the job's output
     * @param showProgress whether it is a terminal, on which a line can be written over
     */
    public ConsoleReport(PrintStream out, boolean showProgress, LongSupplier nanoClock) {
        this.out = out;
        this.showProgress = showProgress;
        this.nanoClock = nanoClock;
        this.startNanos = nanoClock.getAsLong();
        this.paintedNanos = startNanos;
    }

    @Override
    public void on(EngineEvent event) {
        totals.on(event);
        if (!showProgress) {
            return;
        }
        boolean isEnd = event instanceof EngineEvent.JobEnded;
        follow(event);
        if (isEnd) {
            clear();
        } else {
            paint();
        }
    }

    private void follow(EngineEvent event) {
        if (event instanceof EngineEvent.StageStarted started) {
            running.put(started.stage(), new Progress(started.name(), started.tasks()));
        } else if (event instanceof EngineEvent.StageEnded ended) {
            running.remove(ended.stage());
        } else if (event instanceof EngineEvent.TaskStarted started) {
            Progress stage = running.get(started.task().stage());
            if (stage != null) {
                stage.started++;
            }
        } else if (event instanceof EngineEvent.TaskEnded ended) {
            Progress stage = running.get(ended.task().stage());
            if (stage != null) {
                stage.started--;
                stage.done += ended.problem().isPresent() ? 0 : 1;
            }
        }
    }

    private void paint() {
        long now = nanoClock.getAsLong();
        if (running.isEmpty() || now - paintedNanos < REPAINT_NANOS) {
            return;
        }
        paintedNanos = now;
        Map.Entry<StageId, Progress> first = running.entrySet().iterator().next();
        Progress stage = first.getValue();
        int filled = stage.tasks == 0 ? BAR_CELLS : (int) ((long) BAR_CELLS * stage.done / stage.tasks);
        StringBuilder line = new StringBuilder(CLEAR_LINE);
        line.append(first.getKey()).append(" [");
        line.append("#".repeat(filled)).append(".".repeat(BAR_CELLS - filled)).append("] ");
        line.append(stage.done).append('/').append(stage.tasks).append(" tasks, ");
        line.append(stage.started).append(" running  ").append(stage.name);
        line.append(running.size() == 1 ? "" : "  (and " + (running.size() - 1) + " more stages)");
        out.print(line);
        out.flush();
        painted = true;
    }

    private void clear() {
        if (painted) {
            out.print(CLEAR_LINE);
            out.flush();
            painted = false;
        }
    }

    /** Prints the summary; called once nothing runs any more. */
    @Override
    public void close() {
        clear();
        out.println("evenkeel: " + totals.summary(nanoClock.getAsLong() - startNanos));
    }
}
