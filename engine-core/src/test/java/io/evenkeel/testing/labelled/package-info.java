/** What runs whose trouble is known share: how time passes in them, and how often the skew report was right. */
@NullMarked
package io.evenkeel.testing.labelled;

import org.jspecify.annotations.NullMarked;
