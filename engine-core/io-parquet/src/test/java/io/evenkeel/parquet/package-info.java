/** Records as Parquet files and back. */
@NullMarked
package io.evenkeel.parquet;

import org.jspecify.annotations.NullMarked;
