/** Execution memory: who may hold how much, and who is asked to spill. */
@NullMarked
package io.evenkeel.memory;

import org.jspecify.annotations.NullMarked;
