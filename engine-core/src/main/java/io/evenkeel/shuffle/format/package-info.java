/**
 * The files of a shuffle: chunks in a data file, and the index that commits them.
 *
 * <p>A writer takes {@link io.evenkeel.shuffle.format.AttemptFiles} for everything it creates, gives a
 * {@link io.evenkeel.shuffle.format.ShuffleCommit} one {@link io.evenkeel.shuffle.format.IndexRow} per reducer, in order,
 * as a {@link io.evenkeel.shuffle.format.ReducerWriter} makes them, and commits.
 */
@NullMarked
package io.evenkeel.shuffle.format;

import org.jspecify.annotations.NullMarked;
