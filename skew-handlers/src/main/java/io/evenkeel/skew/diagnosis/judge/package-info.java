/** Judges the stages of an application: what is wrong, how much time it costs, and what to write instead. */
@NullMarked
package io.evenkeel.skew.diagnosis.judge;

import org.jspecify.annotations.NullMarked;
