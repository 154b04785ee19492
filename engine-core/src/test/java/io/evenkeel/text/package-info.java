@NullMarked
package io.evenkeel.text;

import org.jspecify.annotations.NullMarked;
