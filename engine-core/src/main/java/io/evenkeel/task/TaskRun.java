package io.evenkeel.task;

import io.evenkeel.broadcast.TaskBroadcasts;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.EncodedRows;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Records;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ReducerSizes;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.stats.Accumulator;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.stats.TaskMetrics;
import io.evenkeel.storage.DiskFailedException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One attempt at a task, from its description to its outcome.
 *
 * <p>Runs on one thread; {@link #cancel} and {@link #interruptIfRunning} may be called from any.
 */
public final class TaskRun implements TaskContext {

    private static final Logger LOG = LoggerFactory.getLogger(TaskRun.class);

    /**
     * Output sizes from here on are kept exactly; below, unless they stand out, as an average. Large enough that the
     * statuses of 10,000 maps with 10,000 reducers, all alike, stay small.
     */
    private static final long EXACT_FROM_BYTES = 32 << 20;

    private final TaskDescription description;
    private final ExecutorServices services;
    private final TaskCounters counters = new TaskCounters();
    private final List<Accumulator> accumulators = new ArrayList<>();
    private final RowAtHand rowAtHand = new RowAtHand();
    private volatile @Nullable String cancelReason;

    /** Guarded by itself being read and written under this object's lock. */
    private @Nullable Thread thread;

    public TaskRun(TaskDescription description, ExecutorServices services) {
        this.description = description;
        this.services = services;
    }

    /** Runs the task; whatever is thrown becomes the outcome. */
    public TaskOutcome run() {
        TaskMeter meter = new TaskMeter();
        enter();
        try (TaskBroadcasts broadcasts = services.broadcasts().forTask()) {
            checkCancelled();
            Object program = JavaBytes.read(description.program(), services.loader(), accumulators::add, broadcasts);
            meter.runs();
            TaskMemory memory = services.memory().forTask(description.attempt());
            try {
                TaskOutcome outcome = runProgram((StageProgram) program, memory, meter);
                refuseLeaks(memory);
                return outcome;
            } finally {
                counters.notePeakExecutionBytes(memory.peakBytes());
                reportLeaks(memory);
                memory.close();
            }
        } catch (Throwable thrown) {
            return new TaskOutcome.Failed(translate(thrown), rowAtHand.text(), metrics(meter));
        } finally {
            leave();
        }
    }

    private TaskOutcome runProgram(StageProgram program, TaskMemory memory, TaskMeter meter) throws Exception {
        SpillContext spills = new SpillContext(
                description.attempt(),
                memory,
                services.directories(),
                services.files(),
                counters,
                services.sortSettings());
        StepOpener opener = new StepOpener(this, services, description, spills, split(), rowAtHand);
        try (Records<Object> rows = opener.open(program.root(), description.plannedPartition())) {
            if (program.output() instanceof StageOutput.ToShuffle shuffle) {
                ShuffleTask.Written written = ShuffleTask.write(rows, shuffle, this, services, spills);
                counters.notePeakExecutionBytes(memory.peakBytes());
                return new TaskOutcome.Mapped(
                        status(shuffle, written.output()), written.statistics(), added(), metrics(meter));
            }
            Object answer = ((StageOutput.ToAnswer) program.output()).action().run(rows, this);
            long encodes = System.nanoTime();
            EncodedRows encoded = Answers.encode(answer, services.codecs());
            meter.addResultNanos(System.nanoTime() - encodes);
            counters.addResult(encoded.bytes().length);
            counters.notePeakExecutionBytes(memory.peakBytes());
            return new TaskOutcome.Answered(encoded, added(), metrics(meter));
        }
    }

    private @Nullable Serializable split() {
        byte[] split = description.split();
        return split == null ? null : (Serializable) JavaBytes.read(split, services.loader());
    }

    private MapStatus status(StageOutput.ToShuffle shuffle, MapOutput output) {
        return new MapStatus(
                shuffle.spec().shuffle(),
                new MapIndex(partition().value()),
                description.attempt(),
                services.executor(),
                output.indexFile(),
                output.indexChecksum(),
                output.layouts(),
                ReducerSizes.of(output.reducerBytes(), EXACT_FROM_BYTES));
    }

    private Map<Integer, Object> added() {
        Map<Integer, Object> added = new LinkedHashMap<>();
        for (Accumulator accumulator : accumulators) {
            accumulator.gathered().ifPresent(gathered -> added.put(accumulator.id(), copied(gathered)));
        }
        return added;
    }

    /** As the driver gets it: encoded and decoded, so that it shares nothing with this task. */
    private Object copied(Object gathered) {
        return gathered instanceof Number
                ? gathered
                : EncodedRows.encode(List.of(gathered), services.codecs())
                        .decode(services.codecs())
                        .get(0);
    }

    private TaskMetrics metrics(TaskMeter meter) {
        return counters.snapshot(meter.times());
    }

    /** Says what happened where it does not show: in a cancelled task any failure, and where disk or heap ran out. */
    private Throwable translate(Throwable thrown) {
        String reason = cancelReason;
        boolean isCancelled = thrown instanceof EngineException known && known.code() == ErrorCode.TASK_CANCELLED;
        if (reason != null && !isCancelled) {
            return cancelled(reason, thrown);
        }
        if (thrown instanceof DiskFailedException) {
            return new EngineException(
                    ErrorCode.DISK_FAILED, description.attempt() + ": " + thrown.getMessage(), thrown);
        }
        return thrown instanceof OutOfMemoryError ? outOfHeap(thrown) : thrown;
    }

    private EngineException outOfHeap(Throwable thrown) {
        return new EngineException(
                ErrorCode.OUT_OF_MEMORY,
                description.attempt() + ": the heap of " + Runtime.getRuntime().maxMemory() / (1024 * 1024)
                        + " MB ran out (" + thrown.getMessage()
                        + "). Give the process more (--driver-memory), run fewer"
                        + " tasks at a time (local[N]), or look at the record at hand: it may be very large.",
                thrown);
    }

    private static EngineException cancelled(String reason, @Nullable Throwable cause) {
        return new EngineException(ErrorCode.TASK_CANCELLED, "the task was cancelled: " + reason, cause);
    }

    private void refuseLeaks(TaskMemory memory) {
        if (services.leaksFail() && !memory.holders().isEmpty()) {
            throw new EngineException(
                    ErrorCode.INTERNAL,
                    description.attempt() + " ended with memory still held, by " + memory.holders());
        }
    }

    private void reportLeaks(TaskMemory memory) {
        Map<String, Long> holders = memory.holders();
        if (!holders.isEmpty()) {
            LOG.warn("{} ended with memory still held, by {}", description.attempt(), holders);
        }
    }

    /** Asks the task to end. */
    public void cancel(String reason) {
        cancelReason = reason;
    }

    /** Interrupts the task's thread if it still runs. */
    public synchronized void interruptIfRunning() {
        if (thread != null) {
            thread.interrupt();
        }
    }

    private synchronized void enter() {
        thread = Thread.currentThread();
    }

    /** Also clears an interrupt that came late, so that the next task on this thread is not hit by it. */
    private synchronized void leave() {
        thread = null;
        boolean ignored = Thread.interrupted();
    }

    @Override
    public TaskAttemptId attempt() {
        return description.attempt();
    }

    @Override
    public PartitionIndex partition() {
        return description.attempt().partition();
    }

    @Override
    public TaskCounters counters() {
        return counters;
    }

    @Override
    public CodecRegistry codecs() {
        return services.codecs();
    }

    @Override
    public void checkCancelled() {
        String reason = cancelReason;
        if (reason != null) {
            throw cancelled(reason, null);
        }
    }

    @Override
    public void requireCommit() {
        checkCancelled();
        try {
            if (!services.commits().mayCommit(description.attempt())) {
                throw new EngineException(
                        ErrorCode.COMMIT_DENIED,
                        description.attempt() + " may not publish: another attempt of this partition does");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cancelled("interrupted while it waited to publish", e);
        }
    }

    /** The inputs of one shuffle, in map order. */
    List<MapStatus> inputs(ShuffleId shuffle) {
        List<MapStatus> statuses = description.inputs().get(shuffle);
        if (statuses == null) {
            throw new IllegalStateException(description.attempt() + " was sent without the outputs of " + shuffle);
        }
        return statuses;
    }
}
