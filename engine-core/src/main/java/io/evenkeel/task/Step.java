package io.evenkeel.task;

import io.evenkeel.id.NodeId;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.RowSource;
import io.evenkeel.plan.MergeOperator;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.storage.StorageLevel;
import java.io.Serializable;
import java.util.List;

/** A part of a stage's program: the plan's nodes of one stage, without what lies behind the exchanges it reads. Immutable. */
public sealed interface Step extends Serializable {

    int partitions();

    /** Reads a source. */
    record SourceStep(RowSource<?> source) implements Step {
        @Override
        public int partitions() {
            return source.partitions();
        }
    }

    /** Puts a narrow operator on another step. */
    record PipeStep(Step input, Operator<?, ?> operator) implements Step {
        @Override
        public int partitions() {
            return input.partitions();
        }
    }

    /**
     * Keeps the rows of another step, or reads them where they are kept.
     *
     * @param dataset names them
     */
    record CacheStep(Step input, NodeId dataset, StorageLevel level) implements Step {
        @Override
        public int partitions() {
            return input.partitions();
        }
    }

    /** The partitions of several steps, one after the other. */
    record UnionStep(List<Step> inputs) implements Step {

        /** Copies the inputs. */
        public UnionStep {
            inputs = List.copyOf(inputs);
        }

        @Override
        public int partitions() {
            return inputs.stream().mapToInt(Step::partitions).sum();
        }

        /** Which input a partition belongs to, and its number there. */
        Branch branch(int partition) {
            int before = 0;
            for (Step input : inputs) {
                if (partition < before + input.partitions()) {
                    return new Branch(input, partition - before);
                }
                before += input.partitions();
            }
            throw new IllegalArgumentException("no partition " + partition + " in a union of " + before);
        }
    }

    /** Makes rows of partitions of several steps. */
    record MergeStep(List<Step> inputs, MergeOperator operator) implements Step {

        /** Copies the inputs. */
        public MergeStep {
            inputs = List.copyOf(inputs);
        }

        @Override
        public int partitions() {
            return operator.partitions(counts());
        }

        private List<Integer> counts() {
            return inputs.stream().map(Step::partitions).toList();
        }

        /** What a partition is made of, in order. */
        List<Branch> branches(int partition) {
            return operator.parts(partition, counts()).stream()
                    .map(part -> new Branch(inputs.get(part.input()), part.partition()))
                    .toList();
        }
    }

    /** A partition of one input of several. */
    record Branch(Step step, int partition) {}

    /**
     * Reads shuffles.
     *
     * @param shuffles the inputs; of an aggregation also, behind its rows, what some of the reducers were combined to in
     *     parts beforehand: these are read there
     */
    record ReduceStep(List<ShuffleId> shuffles, ReduceOperator operator, int partitions) implements Step {

        /** Copies the shuffles. */
        public ReduceStep {
            shuffles = List.copyOf(shuffles);
        }
    }
}
