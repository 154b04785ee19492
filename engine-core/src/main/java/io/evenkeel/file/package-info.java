/** Files: how inputs are listed, read and unpacked, and how outputs are written, packed and published. */
@NullMarked
package io.evenkeel.file;

import org.jspecify.annotations.NullMarked;
