package io.evenkeel.event.log;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.event.EngineEvent;
import io.evenkeel.event.EventListener;
import io.evenkeel.storage.BlockFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes what happens to an event log in the format of Apache Spark, on a thread of its own. The engine never waits for
 * it: events that the log can't take are counted, and the log, its reader and a warning say that they are missing. When
 * the log can't be written any more, the job goes on without.
 *
 * <p>{@link #on} is called by the event bus, {@link #close} by any thread; everything else belongs to the log's thread.
 */
public final class EventLog implements EventListener, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration JOB_PATIENCE = Duration.ofSeconds(2);
    private static final long LOOK_MILLIS = 20;
    private static final int BATCH_BYTES = 64 << 10;
    private static final int ID_TRIES = 1_000;

    /** How long a line may wait for others before it is in the file. */
    private static final long LINGER_NANOS = 200_000_000;

    /** An event and when it happened; without an event it only wakes the log's thread. */
    private record Entry(long millis, @Nullable EngineEvent event) {}

    private final LogFiles files;
    private final EventLines lines;
    private final ByteArrayOutputStream batch = new ByteArrayOutputStream();
    private final BlockingQueue<Entry> queue;
    private final LongSupplier clock;
    private final String version;
    private final String id;
    private final AtomicLong missing = new AtomicLong();
    private final AtomicInteger runningJobs = new AtomicInteger();
    private final AtomicBoolean closing = new AtomicBoolean();
    private final Thread thread;
    private final Thread hook = new Thread(this::finishWithTheJvm, "evenkeel-event-log-end");
    private long missingTold;
    private long batchNanos;

    private EventLog(
            String id,
            LogFiles files,
            EventLogSettings settings,
            ApplicationFacts facts,
            String version,
            LongSupplier clock) {
        this.id = id;
        this.files = files;
        this.clock = clock;
        this.version = version;
        this.queue = new ArrayBlockingQueue<>(settings.queueCapacity());
        this.lines = new EventLines(
                new ApplicationLines(id, facts, new Redaction(settings.redaction())),
                new OwnLines(settings.redactKeys()),
                batch);
        this.thread = new Thread(this::write, "evenkeel-event-log");
        thread.setDaemon(true);
    }

    /**
     * Begins a log, under an id made of the application's start that no other log in the directory has.
     *
     * @param clock milliseconds since 1970
     * @param version of the engine
     * @throws EngineException with {@link ErrorCode#OUTPUT_NOT_WRITABLE} if the log can't be created
     */
    public static EventLog open(
            EventLogSettings settings, ApplicationFacts facts, String version, BlockFiles files, LongSupplier clock) {
        for (int i = 0; ; i++) {
            String id = "local-" + (facts.startMillis() + i);
            try {
                EventLog log = new EventLog(id, new LogFiles(settings, id, files), settings, facts, version, clock);
                log.thread.start();
                Runtime.getRuntime().addShutdownHook(log.hook);
                return log;
            } catch (FileAlreadyExistsException e) {
                if (i == ID_TRIES) {
                    throw notWritable(settings, e);
                }
            } catch (IOException e) {
                throw notWritable(settings, e);
            }
        }
    }

    private static EngineException notWritable(EventLogSettings settings, IOException e) {
        return new EngineException(
                ErrorCode.OUTPUT_NOT_WRITABLE,
                "cannot create an event log in " + settings.directory().toAbsolutePath() + " ("
                        + EventLogSettings.DIRECTORY.key() + "): " + e,
                e);
    }

    /** The application's id, as the log says it. */
    public String id() {
        return id;
    }

    /** The log's file or directory, as it is called once the log is closed. */
    public Path place() {
        return files.place();
    }

    @Override
    public void on(EngineEvent event) {
        if (event instanceof EngineEvent.JobStarted) {
            runningJobs.incrementAndGet();
        } else if (event instanceof EngineEvent.JobEnded) {
            runningJobs.decrementAndGet();
        }
        if (!queue.offer(new Entry(clock.getAsLong(), event)) && missing.getAndIncrement() == 0) {
            LOG.warn(
                    "The event log {} is incomplete: more happens than it can take. The job goes on. "
                            + "A larger {} may help.",
                    files.place(),
                    EventLogSettings.QUEUE_CAPACITY.key());
        }
    }

    private void write() {
        try {
            lines.begin(version);
            flush();
            while (!closing.get() || !queue.isEmpty()) {
                take();
            }
            tellMissing();
            lines.end(clock.getAsLong());
            flush();
            files.finish();
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "The event log {} is incomplete: it can't be written any more. The job goes on.", files.place(), e);
            files.abandon();
            discard();
        }
        if (missing.get() > 0) {
            LOG.warn("The event log {} is incomplete: {} events are missing.", files.place(), missing.get());
        }
    }

    /** Takes one event, or what there is to flush when none comes. */
    private void take() throws IOException {
        EngineEvent event = null;
        Entry entry = next();
        if (entry != null && entry.event() != null) {
            event = entry.event();
            if (batch.size() == 0) {
                batchNanos = System.nanoTime();
            }
            lines.event(entry.millis(), event);
            tellMissing();
        }
        boolean waitedEnough = System.nanoTime() - batchNanos >= LINGER_NANOS;
        if (batch.size() >= BATCH_BYTES || (batch.size() > 0 && (event == null || waitedEnough || isTelling(event)))) {
            flush();
        }
    }

    private @Nullable Entry next() {
        try {
            return queue.poll(LINGER_NANOS, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            return null; // nobody interrupts this thread to end it; the loop looks again
        }
    }

    /** Events after which a person may look into the log. */
    private static boolean isTelling(EngineEvent event) {
        return !(event instanceof EngineEvent.TaskStarted || event instanceof EngineEvent.TaskEnded);
    }

    private void tellMissing() {
        long now = missing.get();
        if (now > missingTold) {
            lines.missing(clock.getAsLong(), now - missingTold);
            missingTold = now;
        }
    }

    private void flush() throws IOException {
        files.write(batch.toByteArray(), batch.size());
        files.flush();
        batch.reset();
    }

    private void discard() {
        while (!closing.get()) {
            Entry entry = next();
            missing.addAndGet(entry == null ? 0 : 1);
        }
        missing.addAndGet(queue.size());
        queue.clear();
    }

    /** Writes what is left, and the end of the application. Idempotent. */
    @Override
    public void close() {
        finish();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the JVM is going down, and the hook runs or has run
        }
    }

    /** The JVM goes down: the runner, on a thread of its own, ends the jobs that run, which the log is to tell. */
    private void finishWithTheJvm() {
        waitForThread(JOB_PATIENCE, () -> runningJobs.get() > 0);
        finish();
    }

    private void finish() {
        closing.set(true);
        boolean isAwake = queue.offer(new Entry(0, null)) || !queue.isEmpty();
        waitForThread(PATIENCE, () -> isAwake);
        if (thread.isAlive()) {
            LOG.warn("The event log {} is incomplete: writing it takes too long", files.place());
        }
    }

    private void waitForThread(Duration most, BooleanSupplier worthIt) {
        boolean interrupted = false;
        long end = System.nanoTime() + most.toNanos();
        while (thread.isAlive() && worthIt.getAsBoolean() && System.nanoTime() < end) {
            try {
                thread.join(LOOK_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
