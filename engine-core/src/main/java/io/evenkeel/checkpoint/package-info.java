/** Datasets written down whole, so that what made them need not be kept or done again. */
@NullMarked
package io.evenkeel.checkpoint;

import org.jspecify.annotations.NullMarked;
