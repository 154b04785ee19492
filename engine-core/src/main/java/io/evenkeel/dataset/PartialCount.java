package io.evenkeel.dataset;

import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.PlanNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A count that stops after some time and guesses the rest from the partitions that were counted. Stateless. */
final class PartialCount {

    /** How many standard errors lie around a guess that holds in 95 of 100 cases. */
    private static final double ERRORS = 1.96;

    private PartialCount() {}

    static ApproximateCount of(EngineSession session, PlanNode node, CallSite site, Duration most) {
        List<Long> counted = new ArrayList<>();
        CompletableFuture<Boolean> job = AsyncJob.start("countApprox", () -> {
            session.<Object, Long>run(node, Actions.countEach(), site, (partition, rows) -> {
                synchronized (counted) {
                    counted.add(rows);
                }
            });
            return true;
        });
        try {
            job.get(most.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            job.cancel(true);
        } catch (InterruptedException e) {
            job.cancel(true);
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw new IllegalStateException(e.getCause());
        }
        synchronized (counted) {
            return guess(counted, node.partitions());
        }
    }

    private static ApproximateCount guess(List<Long> counted, int partitions) {
        long sum = counted.stream().mapToLong(Long::longValue).sum();
        int left = partitions - counted.size();
        if (left == 0) {
            return new ApproximateCount(sum, sum, sum, true);
        }
        if (counted.size() < 2) {
            return new ApproximateCount(sum * partitions / Math.max(1, counted.size()), sum, Long.MAX_VALUE, false);
        }
        double mean = (double) sum / counted.size();
        double squares = counted.stream()
                .mapToDouble(rows -> (rows - mean) * (rows - mean))
                .sum();
        double error = ERRORS * Math.sqrt(squares / (counted.size() - 1) * left * partitions / counted.size());
        double guess = mean * partitions;
        return new ApproximateCount(
                Math.round(guess), Math.max(sum, Math.round(guess - error)), Math.round(guess + error), false);
    }
}
