@NullMarked
package io.evenkeel.scheduler.local;

import org.jspecify.annotations.NullMarked;
