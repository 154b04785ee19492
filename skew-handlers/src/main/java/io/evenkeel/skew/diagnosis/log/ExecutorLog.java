package io.evenkeel.skew.diagnosis.log;

/**
 * An executor. Times are milliseconds since 1970.
 *
 * @param cores 0 if the log doesn't say
 * @param added 0 if the log doesn't say
 * @param removed 0 if it lived to the end
 * @param removedReason empty if it lived to the end
 */
public record ExecutorLog(String id, String host, int cores, long added, long removed, String removedReason) {

    ExecutorLog withCores(int newCores, long newAdded) {
        return new ExecutorLog(id, host, newCores, newAdded, removed, removedReason);
    }

    ExecutorLog withHost(String newHost) {
        return host.isEmpty() ? new ExecutorLog(id, newHost, cores, added, removed, removedReason) : this;
    }

    ExecutorLog withRemoval(long time, String reason) {
        return new ExecutorLog(id, host, cores, added, time, reason);
    }
}
