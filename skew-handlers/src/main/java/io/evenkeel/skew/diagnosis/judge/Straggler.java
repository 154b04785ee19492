package io.evenkeel.skew.diagnosis.judge;

import java.util.OptionalInt;

/**
 * Tasks that took far longer than the others over no more data.
 *
 * @param slowTasks how many took at least twice the median
 * @param executorNumber the executor that nearly all ran on; empty if there is none
 * @param beforeMillis the stage's time by list scheduling
 * @param afterMillis the same if the slow tasks had taken the median
 */
record Straggler(
        StragglerCause cause, int slowTasks, OptionalInt executorNumber, long beforeMillis, long afterMillis) {}
