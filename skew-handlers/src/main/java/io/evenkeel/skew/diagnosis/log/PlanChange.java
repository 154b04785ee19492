package io.evenkeel.skew.diagnosis.log;

/** A change that an engine made to the plan of a stage while the job ran. */
public record PlanChange(int stageId, String rule, String change, String reason) {}
