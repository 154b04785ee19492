/** Runs whose trouble is known, and what the skew report says of them. */
@NullMarked
package io.evenkeel.scheduler.labelled;

import org.jspecify.annotations.NullMarked;
