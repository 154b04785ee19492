/** Rules that level the tasks of a stage when its inputs are complete: what is small together, what is large in parts. */
@NullMarked
package io.evenkeel.skew.adaptive;

import org.jspecify.annotations.NullMarked;
