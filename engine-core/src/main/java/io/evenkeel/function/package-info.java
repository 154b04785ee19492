/** Functions that users hand to the engine: serialisable, and allowed to throw. */
@NullMarked
package io.evenkeel.function;

import org.jspecify.annotations.NullMarked;
