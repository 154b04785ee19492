/** Strategies against hot keys that a program asks for: plans rewritten to plans with the same rows. */
@NullMarked
package io.evenkeel.skew.strategy;

import org.jspecify.annotations.NullMarked;
