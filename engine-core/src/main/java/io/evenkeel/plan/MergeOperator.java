package io.evenkeel.plan;

import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What is made of partitions that are read where they lie. Immutable. */
public sealed interface MergeOperator extends Serializable {

    String describe();

    /** How many partitions it gives, when its inputs have so many each: as many, unless it says otherwise. */
    default int partitions(List<Integer> inputs) {
        return inputs.get(0);
    }

    /** What one of its partitions is made of, in order: that of its number of each input, unless it says otherwise. */
    default List<Part> parts(int partition, List<Integer> inputs) {
        List<Part> parts = new ArrayList<>();
        for (int input = 0; input < inputs.size(); input++) {
            parts.add(new Part(input, partition));
        }
        return parts;
    }

    /** Whether other rows come out when rows come in another order. */
    boolean dependsOnOrder();

    /** Whether the order of its rows may differ at a second computation, though that of its inputs does not. */
    boolean losesOrder();

    /** One partition of one input. */
    record Part(int input, int partition) implements Serializable {}

    /** The first row of each input as a pair, then the second of each, and so on; inputs are equally long. */
    record Zip() implements MergeOperator {
        @Override
        public String describe() {
            return "zip";
        }

        @Override
        public boolean dependsOnOrder() {
            return true;
        }

        @Override
        public boolean losesOrder() {
            return false;
        }
    }

    /** What a function makes of the rows of two partitions. */
    record ZipPartitions(SerializableBiFunction<Iterator<Object>, Iterator<Object>, Iterator<Object>> function)
            implements MergeOperator {
        @Override
        public String describe() {
            return "zip partitions";
        }

        @Override
        public boolean dependsOnOrder() {
            return true;
        }

        @Override
        public boolean losesOrder() {
            return false;
        }
    }

    /** Each row of one input with each of the other, as pairs. */
    record Cartesian() implements MergeOperator {
        @Override
        public String describe() {
            return "cartesian product";
        }

        @Override
        public int partitions(List<Integer> inputs) {
            return Math.multiplyExact(inputs.get(0), inputs.get(1));
        }

        @Override
        public List<Part> parts(int partition, List<Integer> inputs) {
            return List.of(new Part(0, partition / inputs.get(1)), new Part(1, partition % inputs.get(1)));
        }

        @Override
        public boolean dependsOnOrder() {
            return false;
        }

        @Override
        public boolean losesOrder() {
            return false;
        }
    }

    /** Neighbouring partitions of one input, one after the other, so that fewer are left. */
    record Coalesce(int wanted) implements MergeOperator {
        @Override
        public String describe() {
            return "coalesce(" + wanted + ")";
        }

        @Override
        public int partitions(List<Integer> inputs) {
            return Math.min(wanted, inputs.get(0));
        }

        @Override
        public List<Part> parts(int partition, List<Integer> inputs) {
            int end = bound(partition + 1, inputs);
            List<Part> parts = new ArrayList<>();
            for (int part = bound(partition, inputs); part < end; part++) {
                parts.add(new Part(0, part));
            }
            return parts;
        }

        private int bound(int partition, List<Integer> inputs) {
            return (int) ((long) inputs.get(0) * partition / partitions(inputs));
        }

        @Override
        public boolean dependsOnOrder() {
            return false;
        }

        @Override
        public boolean losesOrder() {
            return false;
        }
    }

    /** What a reducer makes of rows that lie by their keys already, partition beside partition. */
    record ReduceInPlace(ReduceOperator operator, List<KeyedSide> sides) implements MergeOperator {

        /** Copies the sides. */
        public ReduceInPlace {
            sides = List.copyOf(sides);
        }

        @Override
        public String describe() {
            return operator.describe() + ", in place";
        }

        @Override
        public boolean dependsOnOrder() {
            return false;
        }

        @Override
        public boolean losesOrder() {
            return operator instanceof ReduceOperator.Aggregate;
        }
    }

    /** How key and value are taken from the rows of an input. */
    record KeyedSide(SerializableFunction<Object, Object> key, SerializableFunction<Object, Object> value)
            implements Serializable {}
}
