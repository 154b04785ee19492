@NullMarked
package io.evenkeel.file;

import org.jspecify.annotations.NullMarked;
