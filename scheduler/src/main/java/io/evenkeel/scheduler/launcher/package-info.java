/** The command line: finds the program, resolves its settings and runs it. */
@NullMarked
package io.evenkeel.scheduler.launcher;

import org.jspecify.annotations.NullMarked;
