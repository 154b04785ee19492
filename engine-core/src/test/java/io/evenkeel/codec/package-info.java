/** Contract suite and tests of the codecs. */
@NullMarked
package io.evenkeel.codec;

import org.jspecify.annotations.NullMarked;
