/** Files on local disks: directories, temporary files, and the only door to the file system. */
@NullMarked
package io.evenkeel.storage;

import org.jspecify.annotations.NullMarked;
