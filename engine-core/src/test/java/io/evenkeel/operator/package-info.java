@NullMarked
package io.evenkeel.operator;

import org.jspecify.annotations.NullMarked;
