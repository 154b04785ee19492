/** Memory of tasks and of stored blocks: who may hold how much, who is asked to spill, and what is evicted. */
@NullMarked
package io.evenkeel.memory;

import org.jspecify.annotations.NullMarked;
