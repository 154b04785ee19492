/** The skew report: reads event logs, judges their stages and says what to write instead. */
@NullMarked
package io.evenkeel.skew.diagnosis;

import org.jspecify.annotations.NullMarked;
