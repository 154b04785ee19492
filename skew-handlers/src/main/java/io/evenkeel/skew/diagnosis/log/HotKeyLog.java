package io.evenkeel.skew.diagnosis.log;

/** A key that has many of a shuffle's records, as an engine's log names it: between two bounds. */
public record HotKeyLog(String key, long atLeast, long atMost) {}
