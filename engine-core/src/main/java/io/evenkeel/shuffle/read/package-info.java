/** How a reducer reads its share of every map output: checked, in map order. */
@NullMarked
package io.evenkeel.shuffle.read;

import org.jspecify.annotations.NullMarked;
