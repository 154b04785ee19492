package io.evenkeel.operator;

import io.evenkeel.record.Records;
import io.evenkeel.record.Sink;
import java.io.Serializable;

/** The numbers from {@code start} to below {@code end}, in equal slices. */
public record RangeSource(long start, long end, int partitions) implements RowSource<Long> {

    /** Refuses slices that don't exist; an end below the start is an empty range. */
    public RangeSource {
        if (partitions < 1) {
            throw new IllegalArgumentException("a range needs at least one partition: " + partitions);
        }
        end = Math.max(start, end);
        if (end - start < 0) {
            throw new IllegalArgumentException("a range of more than 2^63 numbers: " + start + " to " + end);
        }
    }

    @Override
    public String describe() {
        return "range " + start + " to " + end;
    }

    @Override
    public Serializable split(int partition) {
        return partition;
    }

    @Override
    public Records<Long> open(Serializable split, TaskContext context) {
        int partition = (Integer) split;
        return new Numbers(bound(partition), bound(partition + 1), context);
    }

    /** Where a slice starts: {@code start + (end - start) * partition / partitions}, without overflow. */
    private long bound(int partition) {
        long length = end - start;
        long whole = length / partitions * partition;
        long rest = length % partitions * partition / partitions;
        return start + whole + rest;
    }

    private static final class Numbers implements Records<Long> {

        private static final int CHECK_EVERY = 1 << 16;

        private final TaskContext context;
        private final long end;
        private long next;

        Numbers(long start, long end, TaskContext context) {
            this.next = start;
            this.end = end;
            this.context = context;
        }

        @Override
        public boolean tryAdvance(Sink<? super Long> sink) throws Exception {
            if (next >= end) {
                return false;
            }
            context.counters().addRead(1, 0);
            sink.accept(next++);
            return true;
        }

        @Override
        public boolean forEachRemaining(Sink<? super Long> sink) throws Exception {
            while (next < end) {
                context.checkCancelled();
                long stop = Math.min(end, next + CHECK_EVERY);
                long first = next;
                while (next < stop) {
                    if (!sink.accept(next++)) {
                        context.counters().addRead(next - first, 0);
                        return false;
                    }
                }
                context.counters().addRead(next - first, 0);
            }
            return true;
        }

        @Override
        public long skip(long most) {
            long skipped = Math.min(most, end - next);
            next += skipped;
            context.counters().addRead(skipped, 0);
            return skipped;
        }

        @Override
        public void close() {
            next = end;
        }
    }
}
