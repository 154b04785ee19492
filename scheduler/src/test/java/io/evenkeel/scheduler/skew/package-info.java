/** Tests of strategies against hot keys, in whole jobs. */
@NullMarked
package io.evenkeel.scheduler.skew;

import org.jspecify.annotations.NullMarked;
