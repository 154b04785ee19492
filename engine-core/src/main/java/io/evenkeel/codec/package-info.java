/** Values as bytes: codecs chosen by run-time class, structural hashing and equality. */
@NullMarked
package io.evenkeel.codec;

import org.jspecify.annotations.NullMarked;
