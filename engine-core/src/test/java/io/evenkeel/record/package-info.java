/** Contract suite of the stream of rows. */
@NullMarked
package io.evenkeel.record;

import org.jspecify.annotations.NullMarked;
