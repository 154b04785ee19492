/**
 * CSV: rows in, in any cut of the files, and rows out. One state machine tells both what a cut lies in and where fields end, so
 * that the two agree on any bytes; other libraries are held against it in tests.
 */
@NullMarked
package io.evenkeel.csv;

import org.jspecify.annotations.NullMarked;
