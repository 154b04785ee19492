/** Tests of sketches. */
@NullMarked
package io.evenkeel.sketch;

import org.jspecify.annotations.NullMarked;
