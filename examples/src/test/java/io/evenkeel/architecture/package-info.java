/** The rules that hold the project's structure. */
@NullMarked
package io.evenkeel.architecture;

import org.jspecify.annotations.NullMarked;
