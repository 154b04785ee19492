package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.codec.RecordLayout;
import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.id.AttemptNumber;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.id.MapIndex;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.id.StageAttempt;
import io.evenkeel.id.StageId;
import io.evenkeel.id.TaskAttemptId;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.shuffle.ShuffleSettings.Compression;
import io.evenkeel.shuffle.format.DataFile;
import io.evenkeel.shuffle.format.IndexReader;
import io.evenkeel.shuffle.format.IndexRow;
import io.evenkeel.shuffle.format.ShuffleFiles;
import io.evenkeel.shuffle.format.ShuffleIndex;
import io.evenkeel.shuffle.read.Chunk;
import io.evenkeel.shuffle.read.ShuffleBlockReader;
import io.evenkeel.stats.TaskCounters;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One exchange on one executor with its own directory, for tests of writers and readers. */
public final class ShuffleBench implements AutoCloseable {

    public static final ShuffleId SHUFFLE = new ShuffleId(3);
    public static final ExecutorId EXECUTOR = new ExecutorId("0");

    private final ShuffleWriterFactory factory;
    private final ShuffleSpec spec;
    private final ShuffleSettings settings;
    private final BlockFiles files;
    private final MemoryManager memory;
    private final LocalDirectories directories;
    private final FileGroups groups;
    private RawQuota raw = RawQuota.none();

    public ShuffleBench(
            Path root,
            ShuffleWriterFactory factory,
            int reducers,
            ShuffleSettings settings,
            long memoryBytes,
            BlockFiles files)
            throws IOException {
        this(root, factory, reducers, settings, new MemoryManager(memoryBytes), files);
    }

    public ShuffleBench(
            Path root,
            ShuffleWriterFactory factory,
            int reducers,
            ShuffleSettings settings,
            MemoryManager memory,
            BlockFiles files)
            throws IOException {
        this.factory = factory;
        this.spec = new ShuffleSpec(SHUFFLE, reducers, false);
        this.settings = settings;
        this.files = files;
        this.memory = memory;
        this.directories = new LocalDirectories(List.of(root), "bench");
        this.groups = new FileGroups(directories, files);
    }

    /** From now on leaves so much uncompressed. */
    public ShuffleBench leaving(RawQuota quota) {
        raw = quota;
        return this;
    }

    /** Default settings but for these. */
    public static ShuffleSettings settings(Compression compression, int chunkBytes, int fileBufferBytes) {
        return ShuffleSettings.from(Configuration.empty()
                .with(ShuffleSettings.COMPRESSION.key(), compression.name())
                .with(ShuffleSettings.CHUNK_SIZE.key(), new ByteSize(chunkBytes).toString())
                .with(ShuffleSettings.FILE_BUFFER.key(), new ByteSize(fileBufferBytes).toString()));
    }

    public static TaskAttemptId attempt(int map, int attempt) {
        return new TaskAttemptId(
                new StageId(1), new StageAttempt(0), new PartitionIndex(map), new AttemptNumber(attempt));
    }

    /** Begins an attempt; it is over when the test closes it. */
    public Attempt begin(int map, int attempt) {
        return new Attempt(map, attempt(map, attempt));
    }

    /** Writes and commits one map output. */
    public MapStatus write(int map, int attempt, List<TestRecord> records) throws IOException {
        try (Attempt task = begin(map, attempt)) {
            task.writeAll(records);
            return task.commit();
        }
    }

    /** Everything that these outputs hold. */
    public Contents read(List<MapStatus> statuses) {
        Contents contents = new Contents();
        for (int reducer = 0; reducer < spec.reducers(); reducer++) {
            contents.addAll(read(reducer, statuses));
        }
        return contents;
    }

    /** What these outputs hold for one reducer. */
    public Contents read(int reducer, List<MapStatus> statuses) {
        Contents contents = new Contents();
        try (ShuffleBlockReader reader = reader(reducer, statuses, new TaskCounters())) {
            Set<String> runs = new HashSet<>();
            String last = "";
            for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
                String run = chunk.map() + " " + chunk.layout();
                assertThat(run.equals(last) || runs.add(run))
                        .as("all of a map's records of one layout come together: %s", run)
                        .isTrue();
                last = run;
                List<ByteBuffer> records = TestRecord.split(chunk.bytes(), chunk.length());
                assertThat(records.size()).as("records of a chunk").isEqualTo(chunk.records());
                for (ByteBuffer record : records) {
                    contents.add(chunk.map().value(), chunk.layout(), reducer, record);
                }
            }
        }
        return contents;
    }

    public ShuffleBlockReader reader(int reducer, List<MapStatus> statuses, TaskCounters counters) {
        return new ShuffleBlockReader(
                SHUFFLE, ReducerShare.of(reducer), statuses, executor -> files, settings, counters);
    }

    /** The files there are now, without those that only say whose the directory is. */
    public List<Path> filesNow() throws IOException {
        try (Stream<Path> paths = Files.walk(directories.paths().get(0))) {
            return paths.filter(Files::isRegularFile)
                    .filter(path -> !path.endsWith("owner"))
                    .sorted()
                    .toList();
        }
    }

    /** Fails unless there are just the files that these outputs' indexes name, and no byte in them but theirs. */
    public void assertOnlyFilesOf(MapStatus... outputs) throws IOException {
        Map<Path, Long> expected = new TreeMap<>();
        for (MapStatus output : outputs) {
            Path indexPath = Path.of(output.indexFile());
            expected.put(indexPath, Files.size(indexPath));
            try (IndexReader reader = IndexReader.open(new LocalBlockFiles(), indexPath)) {
                ShuffleIndex index = reader.index();
                for (DataFile file : index.files()) {
                    if (file.nameFor(0).equals(file.name())) {
                        expected.put(indexPath.resolveSibling(file.name()), 0L);
                    }
                }
                for (int reducer = 0; reducer < spec.reducers(); reducer++) {
                    IndexRow row = reader.row(reducer);
                    if (!row.isEmpty()) {
                        String name = index.files().get(row.file()).nameFor(reducer);
                        expected.merge(indexPath.resolveSibling(name), row.bytes(), Long::sum);
                    }
                }
            }
        }
        Map<Path, Long> found = new TreeMap<>();
        for (Path file : filesNow()) {
            found.put(file, Files.size(file));
        }
        assertThat(found).as("files and their bytes").isEqualTo(expected);
    }

    /** Deletes an output as an executor does that is told to. */
    public void drop(MapStatus output) throws IOException {
        raw.deleted(output.indexFile());
        ShuffleFiles.delete(output, files, groups);
    }

    /** How many file groups there are. */
    public int groups() {
        return groups.size();
    }

    public long heldBytes() {
        return memory.heldBytes();
    }

    public ShuffleSettings settings() {
        return settings;
    }

    @Override
    public void close() {
        directories.close();
    }

    /** One attempt of one map task. */
    public final class Attempt implements AutoCloseable {

        private final int map;
        private final TaskAttemptId id;
        private final TaskMemory taskMemory;
        private final TaskCounters counters = new TaskCounters();
        private @Nullable ShuffleWriter writer;
        private @Nullable RecordLayout layout;

        private Attempt(int map, TaskAttemptId id) {
            this.map = map;
            this.id = id;
            this.taskMemory = memory.forTask(id);
        }

        /** The writer, opened at the first call. */
        public ShuffleWriter writer() throws IOException {
            if (writer == null) {
                writer = factory.open(
                        spec,
                        new MapIndex(map),
                        new ShuffleWriteContext(id, directories, files, groups, taskMemory, settings, raw, counters));
            }
            return writer;
        }

        public void write(TestRecord record) throws IOException {
            if (!record.layout().equals(layout)) {
                layout = record.layout();
                writer().layout(layout);
            }
            writer().write(record.reducer(), record.encoded(), 0, record.encoded().length);
        }

        public void writeAll(List<TestRecord> records) throws IOException {
            for (TestRecord record : records) {
                write(record);
            }
        }

        public MapStatus commit() throws IOException {
            return status(writer().commit());
        }

        /** Aborts if it was opened. */
        public void abort(Throwable cause) {
            if (writer != null) {
                writer.abort(cause);
            }
        }

        public MapStatus status(MapOutput output) {
            return new MapStatus(
                    SHUFFLE,
                    new MapIndex(map),
                    id,
                    EXECUTOR,
                    output.indexFile(),
                    output.indexChecksum(),
                    output.layouts(),
                    ReducerSizes.of(output.reducerBytes(), 1));
        }

        public TaskMemory memory() {
            return taskMemory;
        }

        public TaskCounters counters() {
            return counters;
        }

        public long spills() {
            return counters.snapshot(0).spills();
        }

        /** Fails if the attempt still holds memory. */
        @Override
        public void close() {
            try {
                assertThat(taskMemory.holders())
                        .as("memory held after the attempt")
                        .isEmpty();
            } finally {
                taskMemory.close();
            }
        }
    }
}
