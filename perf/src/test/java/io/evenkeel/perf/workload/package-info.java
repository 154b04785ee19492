@NullMarked
package io.evenkeel.perf.workload;

import org.jspecify.annotations.NullMarked;
