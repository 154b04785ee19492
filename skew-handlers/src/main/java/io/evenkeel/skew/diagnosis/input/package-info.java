/** Finds event logs under paths and turns them into lines, whatever they are compressed with. */
@NullMarked
package io.evenkeel.skew.diagnosis.input;

import org.jspecify.annotations.NullMarked;
