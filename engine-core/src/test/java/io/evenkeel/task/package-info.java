@NullMarked
package io.evenkeel.task;

import org.jspecify.annotations.NullMarked;
