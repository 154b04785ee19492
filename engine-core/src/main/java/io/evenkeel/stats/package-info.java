/** Counters of tasks, as they grow and as they are reported. */
@NullMarked
package io.evenkeel.stats;

import org.jspecify.annotations.NullMarked;
