/** Text files: lines in, lines out. */
@NullMarked
package io.evenkeel.text;

import org.jspecify.annotations.NullMarked;
