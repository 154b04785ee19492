/** Programs that come with the distribution and show how jobs are written. */
@NullMarked
package io.evenkeel.examples;

import org.jspecify.annotations.NullMarked;
