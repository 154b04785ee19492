/** Holds reference pages to what they describe. */
@NullMarked
package io.evenkeel.reference;

import org.jspecify.annotations.NullMarked;
