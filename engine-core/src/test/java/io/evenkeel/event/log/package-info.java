/** Tests of the event log. */
@NullMarked
package io.evenkeel.event.log;

import org.jspecify.annotations.NullMarked;
