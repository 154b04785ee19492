/** Settings: declared once with key, default, bounds and description; parsed at the edge. */
@NullMarked
package io.evenkeel.config;

import org.jspecify.annotations.NullMarked;
