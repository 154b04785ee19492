package io.evenkeel.parquet;

import io.evenkeel.file.FilePiece;
import java.io.Serializable;

/**
 * Neighbouring row groups of one file. Immutable.
 *
 * @param file as it was when the input was listed
 * @param first index of the first one
 * @param end index behind the last one
 */
record RowGroups(FilePiece file, int first, int end) implements Serializable {}
