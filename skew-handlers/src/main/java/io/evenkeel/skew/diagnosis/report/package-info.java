/** Writes verdicts for terminals, tools and browsers. Every text from a log is made harmless first. */
@NullMarked
package io.evenkeel.skew.diagnosis.report;

import org.jspecify.annotations.NullMarked;
