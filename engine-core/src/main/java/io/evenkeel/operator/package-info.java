/** What is done to the rows of one partition: sources, narrow operators, and the action at the end. */
@NullMarked
package io.evenkeel.operator;

import org.jspecify.annotations.NullMarked;
