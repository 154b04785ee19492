@NullMarked
package io.evenkeel.event;

import org.jspecify.annotations.NullMarked;
