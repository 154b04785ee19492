@NullMarked
package io.evenkeel.csv;

import org.jspecify.annotations.NullMarked;
