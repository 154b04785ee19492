/** The scheduler, event by event. */
@NullMarked
package io.evenkeel.scheduler.task;

import org.jspecify.annotations.NullMarked;
