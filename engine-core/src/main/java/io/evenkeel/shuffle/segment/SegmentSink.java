package io.evenkeel.shuffle.segment;

import io.evenkeel.shuffle.format.FileAppender;
import java.io.IOException;

/** Where chunks go that memory doesn't hold. Confined to the attempt's thread. */
public interface SegmentSink {

    /** What the next chunks of a reducer are appended to, until {@link #end}. */
    FileAppender begin(int reducer) throws IOException;

    /** The reducer that was begun has no more chunks for now. */
    void end() throws IOException;
}
