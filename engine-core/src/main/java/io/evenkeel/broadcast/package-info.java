/** Values that the program gives to all tasks: encoded once, fetched once by each executor. */
@NullMarked
package io.evenkeel.broadcast;

import org.jspecify.annotations.NullMarked;
