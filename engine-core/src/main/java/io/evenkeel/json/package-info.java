/** JSON lines: a value on each line, in and out. */
@NullMarked
package io.evenkeel.json;

import org.jspecify.annotations.NullMarked;
