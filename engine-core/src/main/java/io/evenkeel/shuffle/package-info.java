/** What moves rows between stages: the service interface of the writers and what they report. */
@NullMarked
package io.evenkeel.shuffle;

import org.jspecify.annotations.NullMarked;
