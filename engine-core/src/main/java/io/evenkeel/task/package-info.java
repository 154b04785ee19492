/** What an executor does: opens the program of a stage on one partition, runs it, and reports. */
@NullMarked
package io.evenkeel.task;

import org.jspecify.annotations.NullMarked;
