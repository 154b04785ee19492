/** What happens, as values on one ordered bus. */
@NullMarked
package io.evenkeel.event;

import org.jspecify.annotations.NullMarked;
