/** What tests of every module share. */
@NullMarked
package io.evenkeel.testing;

import org.jspecify.annotations.NullMarked;
