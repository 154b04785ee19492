/**
 * Jobs, stages and tasks as state machines without threads, clocks or I/O: events in, decisions out. Only
 * insertion-ordered or sorted collections, so that one history of events gives one history of decisions in every JVM.
 */
@NullMarked
package io.evenkeel.scheduler.task;

import org.jspecify.annotations.NullMarked;
