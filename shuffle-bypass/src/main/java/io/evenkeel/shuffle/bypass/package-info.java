/** The bypass writer: few reducers, no sort; each reducer's rows are written apart and put one after the other at the end. */
@NullMarked
package io.evenkeel.shuffle.bypass;

import org.jspecify.annotations.NullMarked;
