package io.evenkeel.task;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.broadcast.DriverBroadcasts;
import io.evenkeel.broadcast.ExecutorBroadcasts;
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
import io.evenkeel.memory.StorageEvictor;
import io.evenkeel.memory.TaskMemory;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.plan.MergeOperator;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.record.IteratorRecords;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import io.evenkeel.shuffle.FileGroups;
import io.evenkeel.shuffle.MapOutput;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.PlainShuffleWriterFactory;
import io.evenkeel.shuffle.RawQuota;
import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.shuffle.ReducerSizes;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriterSelector;
import io.evenkeel.sort.SortSettings;
import io.evenkeel.sort.SpillContext;
import io.evenkeel.storage.FaultyBlockFiles;
import io.evenkeel.storage.LocalDirectories;
import io.evenkeel.storage.block.BlockStore;
import io.evenkeel.storage.block.BlockTransfer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** One reducer and the map outputs it reads, on an executor with little memory. */
final class ReduceScene implements AutoCloseable {

    private static final ExecutorId EXECUTOR = new ExecutorId("0");

    /** Stages that write, above the one that reads. */
    private static final int FIRST_STAGE = 100;

    private final RecordedTask task = new RecordedTask(0, 0);
    private final FaultyBlockFiles files = FaultyBlockFiles.counting();
    private final MemoryManager manager;
    private final TaskMemory memory;
    private final LocalDirectories directories;
    private final ExecutorServices services;
    private final SpillContext spills;
    private final List<List<MapStatus>> inputs = new ArrayList<>();

    ReduceScene(Path root, long memoryBytes) throws IOException {
        Configuration defaults = Configuration.empty();
        ShuffleSettings shuffle = ShuffleSettings.from(defaults);
        SortSettings sort = new SortSettings(4, new ByteSize(2048), new ByteSize(256), true, 100);
        manager = new MemoryManager(memoryBytes);
        memory = manager.forTask(task.attempt());
        directories = new LocalDirectories(List.of(root), "scene");
        services = new ExecutorServices(
                EXECUTOR,
                ReduceScene.class.getClassLoader(),
                task.codecs(),
                manager,
                memoryBytes / 2,
                directories,
                files,
                new BlockStore(
                        EXECUTOR,
                        manager,
                        directories,
                        files,
                        task.codecs(),
                        BlockTransfer.alone(),
                        BlockStore.CHUNK_BYTES),
                new ExecutorBroadcasts(new DriverBroadcasts(), task.codecs(), manager, StorageEvictor.NONE),
                true,
                256,
                new FileGroups(directories, files),
                shuffle,
                RawQuota.none(),
                sort,
                new ShuffleWriterSelector(List.of(new PlainShuffleWriterFactory("tungsten-sort")), shuffle),
                executor -> files,
                attempt -> true);
        spills = new SpillContext(task.attempt(), memory, directories, files, task.counters(), sort);
    }

    /** Adds a shuffle to read, each list of pairs the output of one map. */
    @SafeVarargs
    final ReduceScene shuffle(List<Pair<Integer, String>>... maps) throws Exception {
        ShuffleSpec spec = new ShuffleSpec(new ShuffleId(inputs.size()), 1, false);
        StageOutput.ToShuffle output = new StageOutput.ToShuffle(
                spec,
                row -> ((Pair<?, ?>) row).key(),
                row -> ((Pair<?, ?>) row).value(),
                new PartitionRule.ByHash(1),
                null);
        List<MapStatus> statuses = new ArrayList<>();
        for (int map = 0; map < maps.length; map++) {
            statuses.add(write(output, new MapIndex(map), List.copyOf(maps[map])));
        }
        inputs.add(statuses);
        return this;
    }

    private MapStatus write(StageOutput.ToShuffle output, MapIndex map, List<Object> rows) throws Exception {
        TaskAttemptId attempt = new TaskAttemptId(
                new StageId(FIRST_STAGE + output.spec().shuffle().value()),
                new StageAttempt(0),
                new PartitionIndex(map.value()),
                new AttemptNumber(0));
        RecordedTask writing = new RecordedTask(map.value(), 0);
        try (TaskMemory ofWriter = manager.forTask(attempt)) {
            SpillContext context = new SpillContext(
                    attempt, ofWriter, directories, files, writing.counters(), services.sortSettings());
            MapOutput written = ShuffleTask.write(
                            new IteratorRecords<>(rows.iterator()), output, writing, services, context)
                    .output();
            return new MapStatus(
                    output.spec().shuffle(),
                    map,
                    written.attempt(),
                    EXECUTOR,
                    written.indexFile(),
                    written.indexChecksum(),
                    written.layouts(),
                    ReducerSizes.of(written.reducerBytes(), 1));
        }
    }

    /** Opens the reduce side anew; the caller closes it. */
    Records<Object> open(ReduceOperator operator) throws Exception {
        ReduceInputs opened = new ReduceInputs(task, services, spills);
        for (int shuffle = 0; shuffle < inputs.size(); shuffle++) {
            opened.add(inputs.get(shuffle), new ShuffleId(shuffle), ReducerShare.of(0));
        }
        return ReduceOpener.open(operator, opened);
    }

    /** Opens what is made of rows where they lie, each list a part; the caller closes it. */
    Records<Object> merge(MergeOperator operator, List<List<Object>> parts) throws Exception {
        List<MergedRows.Part> opening = new ArrayList<>();
        parts.forEach(rows -> opening.add(() -> new IteratorRecords<>(rows.iterator())));
        return MergedRows.open(operator, opening, task, spills);
    }

    long spills() {
        return task.counted().spills();
    }

    void assertReleased() {
        assertThat(memory.holders()).as("memory held").isEmpty();
        assertThat(files.open()).as("open files").isZero();
    }

    @Override
    public void close() {
        memory.close();
        directories.close();
    }
}
