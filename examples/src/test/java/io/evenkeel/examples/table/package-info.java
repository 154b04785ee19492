@NullMarked
package io.evenkeel.examples.table;

import org.jspecify.annotations.NullMarked;
