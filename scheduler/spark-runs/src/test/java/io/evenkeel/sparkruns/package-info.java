/** Runs of Apache Spark whose trouble is known, and what the skew report says of them. */
@NullMarked
package io.evenkeel.sparkruns;

import org.jspecify.annotations.NullMarked;
