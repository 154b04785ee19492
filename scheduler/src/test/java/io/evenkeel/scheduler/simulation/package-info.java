/** A cluster out of a seed: executors, a network and faults around the real scheduler, and a check after every step. */
@NullMarked
package io.evenkeel.scheduler.simulation;

import org.jspecify.annotations.NullMarked;
