/** The event log: what happened, in Apache Spark's JSON format. */
@NullMarked
package io.evenkeel.event.log;

import org.jspecify.annotations.NullMarked;
