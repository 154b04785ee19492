/** Parquet files: records in and out. */
@NullMarked
package io.evenkeel.parquet;

import org.jspecify.annotations.NullMarked;
