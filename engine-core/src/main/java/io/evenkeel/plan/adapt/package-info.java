/** How a stage's tasks read the shuffles before it: decided between map and reduce side, from what was measured. */
@NullMarked
package io.evenkeel.plan.adapt;

import org.jspecify.annotations.NullMarked;
