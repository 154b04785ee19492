/** The files of a shuffle: chunks in a data file, and the index that commits them. */
@NullMarked
package io.evenkeel.shuffle.format;

import org.jspecify.annotations.NullMarked;
