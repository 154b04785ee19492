package io.evenkeel.scheduler.simulation;

import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.scheduler.task.Decision;
import io.evenkeel.scheduler.task.SchedulerEvent;
import io.evenkeel.shuffle.MapStatus;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** One number for everything that was said in a run, in order, and the last lines of it for people. */
final class Trace {

    private static final int LAST = 60;

    private final Deque<Object> last = new ArrayDeque<>();
    private long hash = 1;

    void heard(long time, SchedulerEvent event) {
        remember(event);
        add(time);
        add(event.getClass().getSimpleName());
        if (event instanceof SchedulerEvent.TaskSucceeded task) {
            add(task.attempt(), task.executor().value());
        } else if (event instanceof SchedulerEvent.TaskFailed task) {
            add(task.attempt(), task.executor().value());
            add(task.failure().message());
        } else if (event instanceof SchedulerEvent.ExecutorLost lost) {
            add(lost.executor().value());
        }
    }

    void decided(Decision decision) {
        remember(decision);
        add(decision.getClass().getSimpleName());
        if (decision instanceof Decision.LaunchTask launch) {
            add(launch.attempt(), launch.executor().value());
            add(launch.slice().toString());
            launch.inputs().forEach((shuffle, outputs) -> {
                add(shuffle.value());
                outputs.forEach(
                        output -> add(output.attempt(), output.executor().value()));
            });
        } else if (decision instanceof Decision.CancelTask cancel) {
            add(cancel.attempt(), cancel.executor().value());
            add(cancel.reason());
        } else if (decision instanceof Decision.AnswerCommit answer) {
            add(answer.attempt(), answer.reason());
        } else if (decision instanceof Decision.AcceptMapOutput accept) {
            add(accept.output().attempt(), "");
        } else if (decision instanceof Decision.DropMapOutput drop) {
            add(drop.output().attempt(), "");
        } else {
            add(decision.toString());
        }
    }

    long hash() {
        return hash;
    }

    private void remember(Object line) {
        last.add(line);
        if (last.size() > LAST) {
            last.remove();
        }
    }

    private void add(TaskAttemptId attempt, String more) {
        add(attempt.stage().value());
        add(attempt.stageAttempt().value());
        add(attempt.partition().value());
        add(attempt.attempt().value());
        add(more);
    }

    private void add(String text) {
        add(text.hashCode());
    }

    private void add(long value) {
        hash = Rows.mix(hash * 31, value);
    }

    /** The last things said, one a line. */
    String lastLines() {
        StringBuilder text = new StringBuilder();
        for (Object line : last) {
            text.append("\n  ").append(line instanceof Decision ? "  -> " : "").append(shorten(line));
        }
        return text.toString();
    }

    private static String shorten(Object line) {
        if (line instanceof Decision.LaunchTask launch) {
            StringBuilder text = new StringBuilder("launch " + launch.attempt() + " on " + launch.executor());
            launch.inputs()
                    .forEach((shuffle, outputs) ->
                            text.append(" ").append(shuffle).append(tokens(outputs)));
            return text.toString();
        }
        return line.toString().replaceAll("io\\.evenkeel\\.[\\w.]*ReducerSizes@\\w+", "-");
    }

    private static List<String> tokens(List<MapStatus> outputs) {
        return outputs.stream().map(output -> output.attempt().fileToken()).toList();
    }
}
