package io.evenkeel.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.JobId;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.stats.TaskCounters;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConsoleReportTest {

    private static final StageId STAGE = new StageId(3);
    private static final StageAttempt FIRST = new StageAttempt(0);
    private static final ExecutorId EXECUTOR = new ExecutorId("driver");

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final AtomicLong clock = new AtomicLong();

    private ConsoleReport report(boolean progress) {
        return new ConsoleReport(new PrintStream(written, true, StandardCharsets.UTF_8), progress, clock::get);
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }

    private static TaskAttemptId task(int partition) {
        return new TaskAttemptId(STAGE, FIRST, new PartitionIndex(partition), new AttemptNumber(0));
    }

    private void runOneOfTwoTasks(ConsoleReport report) {
        TaskCounters counters = new TaskCounters();
        counters.addRead(1000, 5 << 20);
        counters.addSpill(10, 2 << 20);
        counters.addShuffleWritten(10, 512);
        report.on(new EngineEvent.StageStarted(STAGE, FIRST, "map at Main.java:3", 2));
        report.on(new EngineEvent.TaskStarted(task(0), EXECUTOR, false));
        report.on(new EngineEvent.TaskStarted(task(1), EXECUTOR, false));
        clock.addAndGet(2_000_000_000);
        report.on(new EngineEvent.TaskEnded(task(0), EXECUTOR, Optional.empty(), counters.snapshot(7), List.of()));
    }

    @Test
    void theBarShowsTheStageAndIsGoneAtTheEnd() {
        ConsoleReport report = report(true);
        runOneOfTwoTasks(report);
        assertThat(text()).endsWith("stage 3 [############............] 1/2 tasks, 1 running  map at Main.java:3");
        report.on(new EngineEvent.JobEnded(new JobId(0), Optional.empty(), 1));
        assertThat(text()).endsWith("\r\u001b[K");
    }

    @Test
    void withoutATerminalThereIsOnlyTheSummary() {
        ConsoleReport report = report(false);
        runOneOfTwoTasks(report);
        report.on(new EngineEvent.JobEnded(new JobId(0), Optional.of(ErrorCode.JOB_FAILED), 1));
        assertThat(text()).isEmpty();
        report.close();
        assertThat(text())
                .isEqualTo(
                        "evenkeel: 1 job (1 failed), 1 task, read 1000 records (5.0 MB), shuffled 512 B out and 0 B in,"
                                + " 1 spill (2.0 MB), 2.0 s\n");
    }

    @Test
    void aListenerThatFailsHarmsNoOther() {
        ConsoleReport report = report(false);
        EventBus bus = new EventBus();
        bus.add(event -> {
            throw new IllegalStateException("not today");
        });
        bus.add(report);
        bus.publish(new EngineEvent.JobEnded(new JobId(0), Optional.empty(), 1));
        report.close();
        assertThat(text()).startsWith("evenkeel: 1 job, 0 tasks");
    }
}
