/** Typed identifiers: raw integers stay inside codecs and inner loops. */
@NullMarked
package io.evenkeel.id;

import org.jspecify.annotations.NullMarked;
