/** Tests of the distribution as a user starts it. */
@NullMarked
package io.evenkeel.distribution;

import org.jspecify.annotations.NullMarked;
