/** The workloads on other engines, as their users would write them, for comparison in the same minute. */
@NullMarked
package io.evenkeel.perf.peers;

import org.jspecify.annotations.NullMarked;
