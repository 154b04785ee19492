/** The whole-job workloads: what is run, in a process of its own, and what is measured of it. */
@NullMarked
package io.evenkeel.perf.workload;

import org.jspecify.annotations.NullMarked;
