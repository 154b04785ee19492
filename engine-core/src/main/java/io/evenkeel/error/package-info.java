/** What can go wrong, and of which kind it is: the kind decides whether a task is tried again. */
@NullMarked
package io.evenkeel.error;

import org.jspecify.annotations.NullMarked;
