package io.evenkeel.shuffle;

import io.evenkeel.id.MapIndex;
import java.io.IOException;

/**
 * A family of shuffle writers, found by {@link java.util.ServiceLoader}.
 *
 * <p>Thread-safe: tasks of an executor open writers at the same time.
 */
public interface ShuffleWriterFactory {

    /** The name it is chosen by, such as {@code tungsten-sort}. */
    String name();

    /** Whether it can serve this exchange, with the reason. */
    Suitability suitability(ShuffleSpec spec);

    /** Opens the writer of one attempt of one map task. Nothing it writes can be read before {@link ShuffleWriter#commit}. */
    ShuffleWriter open(ShuffleSpec spec, MapIndex map, ShuffleWriteContext context) throws IOException;
}
