/** Programs on tables in CSV files, each of which is a tool in its own right. */
@NullMarked
package io.evenkeel.examples.table;

import org.jspecify.annotations.NullMarked;
