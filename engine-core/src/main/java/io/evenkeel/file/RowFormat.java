package io.evenkeel.file;

import io.evenkeel.operator.TaskContext;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;

/** How rows become the bytes of a file. Immutable; travels with the tasks. */
public interface RowFormat<T> extends Serializable {

    /** The end of its files' names, such as {@code .csv}; may be empty. */
    String suffix();

    /** Starts a file. The writer takes over the stream and closes it. */
    RowWriter<T> open(OutputStream target, TaskContext context) throws IOException;
}
