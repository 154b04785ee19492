package io.evenkeel.event;

/**
 * What one task attempt added to an accumulator of the program. Immutable.
 *
 * @param id of the accumulator, unique in the session
 */
public record AccumulatorUpdate(int id, String name, long amount) {}
