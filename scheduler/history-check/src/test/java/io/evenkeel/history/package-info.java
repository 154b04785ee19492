/** Opens event logs of this engine with the History Server of Apache Spark. */
@NullMarked
package io.evenkeel.history;

import org.jspecify.annotations.NullMarked;
