/** Sorting encoded records by pointers, with spilling. */
@NullMarked
package io.evenkeel.sort;

import org.jspecify.annotations.NullMarked;
