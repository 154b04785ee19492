/** Plans folded by hand. */
@NullMarked
package io.evenkeel.plan;

import org.jspecify.annotations.NullMarked;
