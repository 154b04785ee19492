/** What an event log says about one application: its executors, jobs, stages and tasks. */
@NullMarked
package io.evenkeel.skew.diagnosis.log;

import org.jspecify.annotations.NullMarked;
