/** The front door: sessions, datasets and their operations. */
@NullMarked
package io.evenkeel.dataset;

import org.jspecify.annotations.NullMarked;
