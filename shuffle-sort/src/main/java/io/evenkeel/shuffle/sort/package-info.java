/**
 * The sort writers. Records that are bytes stay bytes in pages, and only pointers to them are sorted: the array structure.
 * Rows that are combined as objects go into a map structure, spilled and merged in the order of their reducers.
 */
@NullMarked
package io.evenkeel.shuffle.sort;

import org.jspecify.annotations.NullMarked;
