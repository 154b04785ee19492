/** Subcommands of the command line that a module brings along: the launcher finds them as services. */
@NullMarked
package io.evenkeel.command;

import org.jspecify.annotations.NullMarked;
