@NullMarked
package io.evenkeel.json;

import org.jspecify.annotations.NullMarked;
