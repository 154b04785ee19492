/** What a job is, as data: nodes with their functions, determinism and call sites, which a runner folds over. */
@NullMarked
package io.evenkeel.plan;

import org.jspecify.annotations.NullMarked;
