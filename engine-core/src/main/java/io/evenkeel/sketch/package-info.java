/** Which keys have much of a stream of records: sketches of bounded size, with guaranteed bounds. */
@NullMarked
package io.evenkeel.sketch;

import org.jspecify.annotations.NullMarked;
