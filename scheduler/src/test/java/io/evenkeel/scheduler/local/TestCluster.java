package io.evenkeel.scheduler.local;

import io.evenkeel.broadcast.ExecutorBroadcasts;
import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Master;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.SessionBuilder;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventBus;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.plan.PlanRunner;
import io.evenkeel.plan.PlanRunnerFactory;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.block.BlockStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Several executors in this JVM, each with its own memory and directories, that a test may kill one by one; with a
 * session on top, and everything that happened kept. Thread-safe.
 */
public final class TestCluster implements AutoCloseable, PlanRunnerFactory {

    /** A heap in which nothing spills. */
    static final ByteSize PLENTY = ByteSize.ofMib(512);

    private final InProcessCluster size;
    private final BlockFiles files;
    private final Queue<EngineEvent> events = new ConcurrentLinkedQueue<>();

    /** Spills of the events that were forgotten. */
    private final LongAdder earlierSpills = new LongAdder();

    private final EngineSession session;
    private @Nullable InProcessRunner runner;

    private TestCluster(InProcessCluster size, BlockFiles files, Path directory, String... settings) {
        this.size = size;
        this.files = files;
        SessionBuilder builder = EngineSession.builder()
                .runners(this)
                .listener(events::add)
                .config("evenkeel.memory.failOnLeak", "true")
                .config("evenkeel.local.dirs", directory.toString());
        for (int i = 0; i < settings.length; i += 2) {
            builder.config(settings[i], settings[i + 1]);
        }
        this.session = builder.build();
    }

    /**
     * Starts one with plenty of memory.
     *
     * @param settings keys and values, one after the other
     */
    public static TestCluster of(int executors, int slots, Path directory, String... settings) {
        return of(new InProcessCluster(executors, slots, PLENTY), directory, settings);
    }

    /**
     * Starts one.
     *
     * @param size says also how much heap each executor reckons with: little, where it is to spill
     */
    public static TestCluster of(InProcessCluster size, Path directory, String... settings) {
        return of(size, new LocalBlockFiles(), directory, settings);
    }

    /** Starts one whose executors use these files. */
    static TestCluster of(InProcessCluster size, BlockFiles files, Path directory, String... settings) {
        return new TestCluster(size, files, directory, settings);
    }

    @Override
    public boolean supports(Master master) {
        return true;
    }

    @Override
    public PlanRunner open(Master master, Configuration configuration, EventBus bus, ClassLoader applicationLoader) {
        InProcessRunner opened = new InProcessRunner(size, configuration, bus, applicationLoader, files);
        runner = opened;
        return opened;
    }

    public EngineSession session() {
        return session;
    }

    private InProcessRunner runner() {
        return Objects.requireNonNull(runner);
    }

    public List<ExecutorId> executors() {
        return runner().executors();
    }

    public void kill(ExecutorId executor) {
        runner().killExecutor(executor, "killed by the test");
    }

    public ExecutorId addExecutor() {
        return runner().addExecutor();
    }

    public <E extends EngineEvent> Stream<E> events(Class<E> type) {
        return events.stream().filter(type::isInstance).map(type::cast);
    }

    /** Forgets what happened so far, except how often tasks spilled: for tests that run very many jobs. */
    public void forgetEvents() {
        for (EngineEvent event = events.poll(); event != null; event = events.poll()) {
            if (event instanceof EngineEvent.TaskEnded ended) {
                earlierSpills.add(ended.metrics().spills());
            }
        }
    }

    BlockStore blocks(ExecutorId executor) {
        return runner().blocksOf(executor);
    }

    ExecutorBroadcasts broadcasts(ExecutorId executor) {
        return runner().broadcastsOf(executor);
    }

    long broadcastBytes() {
        return runner().broadcastBytes();
    }

    /** How many blocks were evicted on the executors that live. */
    int evictions() {
        return executors().stream()
                .mapToInt(executor -> blocks(executor).evictions())
                .sum();
    }

    /** Sum of spills over all tasks. */
    public long spills() {
        return earlierSpills.sum()
                + events(EngineEvent.TaskEnded.class)
                        .mapToLong(event -> event.metrics().spills())
                        .sum();
    }

    @Override
    public void close() {
        session.close();
    }
}
