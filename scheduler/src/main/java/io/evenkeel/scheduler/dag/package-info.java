/** Jobs cut into stages at each shuffle boundary: values, and pure functions that make them from a plan. */
@NullMarked
package io.evenkeel.scheduler.dag;

import org.jspecify.annotations.NullMarked;
