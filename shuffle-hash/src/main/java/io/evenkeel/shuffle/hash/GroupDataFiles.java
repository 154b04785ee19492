package io.evenkeel.shuffle.hash;

import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.FileFamily;
import io.evenkeel.shuffle.FileGroups;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.format.ShuffleCommit;
import java.io.IOException;
import java.nio.file.Path;

/** Data files that the tasks of a core slot share; this task has leased them. Confined to the task's thread. */
final class GroupDataFiles implements DataFiles {

    private final FileGroups.Lease lease;
    private final Path index;

    private GroupDataFiles(FileGroups.Lease lease, Path index) {
        this.lease = lease;
        this.index = index;
    }

    static GroupDataFiles lease(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        FileGroups.Lease lease = context.groups().lease(spec);
        String name = ShuffleCommit.fileName(spec, map, context) + ".index";
        return new GroupDataFiles(lease, lease.family().directory().resolve(name));
    }

    @Override
    public FileFamily family() {
        return lease.family();
    }

    @Override
    public Path index() {
        return index;
    }

    @Override
    public long start(int reducer) {
        return lease.length(reducer);
    }

    @Override
    public void committed(long[] lengths) {
        for (int reducer = 0; reducer < lengths.length; reducer++) {
            lengths[reducer] = Math.max(lengths[reducer], lease.length(reducer));
        }
        lease.commit(index.toString(), lengths);
    }

    @Override
    public void aborted(boolean isClean) throws IOException {
        lease.abort(isClean);
    }
}
