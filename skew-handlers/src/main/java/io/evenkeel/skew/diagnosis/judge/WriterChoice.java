package io.evenkeel.skew.diagnosis.judge;

/** Which shuffle writer a stage got, and why; known of this engine's stages that write a shuffle. */
public record WriterChoice(String name, String reason) {}
