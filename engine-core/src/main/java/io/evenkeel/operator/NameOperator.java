package io.evenkeel.operator;

import io.evenkeel.record.Records;

/** The rows as they are; gives them a name in plans. */
public record NameOperator<T>(String name) implements Operator<T, T> {

    @Override
    public Records<T> open(Records<T> input, TaskContext context) {
        return input;
    }
}
