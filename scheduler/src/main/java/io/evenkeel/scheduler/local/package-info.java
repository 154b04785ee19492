/** Executors in the driver's own JVM, and the loop that drives them by the scheduler's decisions. */
@NullMarked
package io.evenkeel.scheduler.local;

import org.jspecify.annotations.NullMarked;
