/** Tests of the survey of data files. */
@NullMarked
package io.evenkeel.skew.diagnosis.data;

import org.jspecify.annotations.NullMarked;
