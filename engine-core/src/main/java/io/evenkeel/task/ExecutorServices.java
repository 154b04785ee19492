package io.evenkeel.task;

import io.evenkeel.broadcast.ExecutorBroadcasts;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.id.ExecutorId;
import io.evenkeel.memory.MemoryManager;
import io.evenkeel.shuffle.FileGroups;
import io.evenkeel.shuffle.RawQuota;
import io.evenkeel.shuffle.ShuffleSettings;
import io.evenkeel.shuffle.ShuffleWriterSelector;
import io.evenkeel.shuffle.read.MapOutputAccess;
import io.evenkeel.sort.SortSettings;
import io.evenkeel.storage.BlockFiles;
import io.evenkeel.storage.LocalDirectories;
import io.evenkeel.storage.block.BlockStore;

/**
 * What the tasks of one executor share. Thread-safe, as its parts are.
 *
 * @param executor its name
 * @param loader finds the application's classes
 * @param combineBytes how much of its memory a map task may take to combine rows; the rest is the writer's
 * @param blocks keeps partitions of persisted datasets
 * @param broadcasts its copies of broadcast values
 * @param leaksFail whether a task that ends with memory still held has failed, instead of a warning
 * @param sketchKeys how finely map tasks look for hot keys; 0 for not at all
 * @param groups the files that its map tasks share
 * @param raw how much its map tasks leave uncompressed
 * @param writers chooses the writer of an exchange
 * @param outputs finds map outputs, of this executor and of others
 * @param commits decides who may publish
 */
public record ExecutorServices(
        ExecutorId executor,
        ClassLoader loader,
        CodecRegistry codecs,
        MemoryManager memory,
        long combineBytes,
        LocalDirectories directories,
        BlockFiles files,
        BlockStore blocks,
        ExecutorBroadcasts broadcasts,
        boolean leaksFail,
        int sketchKeys,
        FileGroups groups,
        ShuffleSettings shuffleSettings,
        RawQuota raw,
        SortSettings sortSettings,
        ShuffleWriterSelector writers,
        MapOutputAccess outputs,
        CommitAuthority commits) {}
