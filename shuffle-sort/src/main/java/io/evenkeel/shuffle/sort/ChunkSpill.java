package io.evenkeel.shuffle.sort;

import java.nio.file.Path;

/**
 * One spill: a file of chunks like a data file, and a file that says where they are. Immutable.
 *
 * <pre>
 * rows file, per reducer that gets something: int reducer, int length of the row, the row
 * </pre>
 *
 * @param data the chunks, reducer by reducer
 * @param rows an index row per reducer, in order
 * @param level how many times its oldest record was merged
 */
record ChunkSpill(Path data, Path rows, int level) {}
