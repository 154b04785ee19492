/** The stream of rows of one partition, pushed or pulled. */
@NullMarked
package io.evenkeel.record;

import org.jspecify.annotations.NullMarked;
