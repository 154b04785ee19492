@NullMarked
package io.evenkeel.examples;

import org.jspecify.annotations.NullMarked;
