/** Combining and grouping by key, in memory as long as it lasts, then on disk. */
@NullMarked
package io.evenkeel.aggregate;

import org.jspecify.annotations.NullMarked;
