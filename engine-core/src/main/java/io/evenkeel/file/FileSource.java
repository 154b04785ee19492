package io.evenkeel.file;

import io.evenkeel.operator.RowSource;
import java.nio.file.Path;
import java.util.List;

/** A source that reads files, so that an output knows what it must not replace. */
public interface FileSource<T> extends RowSource<T> {

    /** The files it reads, in order; empty ones may be left out. Called at the driver. */
    List<Path> files();
}
