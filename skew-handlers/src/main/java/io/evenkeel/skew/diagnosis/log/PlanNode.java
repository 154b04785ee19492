package io.evenkeel.skew.diagnosis.log;

/**
 * An operator of a SQL plan.
 *
 * @param codegen number of the generated code it runs in, or -1
 * @param text operator with its arguments, as the plan shows it
 */
public record PlanNode(int codegen, String name, String text) {}
