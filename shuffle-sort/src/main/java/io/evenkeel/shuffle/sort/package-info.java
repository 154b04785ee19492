/** The serialised sort writer: records stay bytes in pages, and only pointers to them are sorted. */
@NullMarked
package io.evenkeel.shuffle.sort;

import org.jspecify.annotations.NullMarked;
