/**
 * Writing without sorting: each reducer's rows gather in a buffer of its own, and become the chunks of its segment. What
 * the bypass and the hash writer have in common.
 */
@NullMarked
package io.evenkeel.shuffle.segment;

import org.jspecify.annotations.NullMarked;
