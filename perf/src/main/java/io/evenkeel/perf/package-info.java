/** Measures of single parts, by JMH; each says what it tells. */
@NullMarked
package io.evenkeel.perf;

import org.jspecify.annotations.NullMarked;
