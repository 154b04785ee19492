/** Tests of the parts that strategies against hot keys are made of. */
@NullMarked
package io.evenkeel.skew.strategy;

import org.jspecify.annotations.NullMarked;
