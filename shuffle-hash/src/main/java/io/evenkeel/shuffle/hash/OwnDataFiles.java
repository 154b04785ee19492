package io.evenkeel.shuffle.hash;

import io.evenkeel.id.MapIndex;
import io.evenkeel.shuffle.FileFamily;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.shuffle.ShuffleWriteContext;
import io.evenkeel.shuffle.format.ShuffleCommit;
import io.evenkeel.shuffle.format.ShuffleFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;

/** Data files of one attempt alone; their names carry it. Immutable. */
final class OwnDataFiles implements DataFiles {

    private final FileFamily family;

    private OwnDataFiles(FileFamily family) {
        this.family = family;
    }

    static OwnDataFiles of(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException {
        String stem = ShuffleCommit.fileName(spec, map, context);
        Path directory =
                Objects.requireNonNull(context.directories().fileFor(stem).getParent(), "files lie in one");
        return new OwnDataFiles(new FileFamily(directory, stem));
    }

    @Override
    public FileFamily family() {
        return family;
    }

    @Override
    public Path index() {
        return ShuffleFiles.indexOf(family);
    }

    @Override
    public long start(int reducer) {
        return 0;
    }

    @Override
    public void committed(long[] lengths) {}

    @Override
    public void aborted(boolean isClean) {}
}
