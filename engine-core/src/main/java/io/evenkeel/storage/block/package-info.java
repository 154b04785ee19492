/** What executors keep in memory and on disk for later: partitions of datasets, with who holds them and who reads them. */
@NullMarked
package io.evenkeel.storage.block;

import org.jspecify.annotations.NullMarked;
