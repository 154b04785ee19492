/** The hash writer: a data file for each reducer, of each map task or shared by the tasks of a core slot. */
@NullMarked
package io.evenkeel.shuffle.hash;

import org.jspecify.annotations.NullMarked;
