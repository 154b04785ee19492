package io.evenkeel.file;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The splits of a source. They stay at the driver, and travel one by one with the tasks: with the source goes only how many
 * there are. Immutable.
 */
public final class DriverSplits implements Serializable {

    private final String source;
    private final int count;
    private final transient @Nullable List<FileSplit> splits;

    /** @param source what the source is called in the error of one who asks elsewhere than at the driver */
    public DriverSplits(String source, List<FileSplit> splits) {
        this.source = source;
        this.splits = List.copyOf(splits);
        this.count = splits.size();
    }

    /** How many there are; known everywhere. */
    public int count() {
        return count;
    }

    public FileSplit get(int partition) {
        return known().get(partition);
    }

    /** The files that are read, in order, each once. */
    public List<Path> files() {
        return known().stream()
                .flatMap(split -> split.pieces().stream())
                .map(FilePiece::path)
                .distinct()
                .toList();
    }

    private List<FileSplit> known() {
        if (splits == null) {
            throw new IllegalStateException("the splits of " + source + " are known at the driver only");
        }
        return splits;
    }
}
