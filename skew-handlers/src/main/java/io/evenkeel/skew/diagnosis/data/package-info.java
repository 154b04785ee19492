/** What skew a column of data files would give a join or an aggregation. */
@NullMarked
package io.evenkeel.skew.diagnosis.data;

import org.jspecify.annotations.NullMarked;
