/** Random plans on the engine and on a runner that can't be wrong. */
@NullMarked
package io.evenkeel.scheduler.fuzz;

import org.jspecify.annotations.NullMarked;
