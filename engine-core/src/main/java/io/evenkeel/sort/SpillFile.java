package io.evenkeel.sort;

import java.nio.file.Path;

/**
 * A file of spilled records, written and closed; what is said here must be what is read. Immutable.
 *
 * @param path where it is
 * @param bytes how long it is
 * @param records how many records it holds
 * @param longestRecord bytes of the longest of them
 * @param prefixed whether every record has its prefix with it
 */
record SpillFile(Path path, long bytes, long records, int longestRecord, boolean prefixed) {}
