package io.evenkeel.skew.diagnosis.log;

import java.util.Set;

/** The events that Spark writes under short names; every other event is named after its class. */
final class EventNames {

    private static final Set<String> SPARK = Set.of(
            "DBCEventLoggingListenerMetadata",
            "SparkListenerApplicationEnd",
            "SparkListenerApplicationStart",
            "SparkListenerBlockManagerAdded",
            "SparkListenerBlockManagerRemoved",
            "SparkListenerBlockUpdated",
            "SparkListenerEnvironmentUpdate",
            "SparkListenerExecutorAdded",
            "SparkListenerExecutorBlacklisted",
            "SparkListenerExecutorBlacklistedForStage",
            "SparkListenerExecutorExcluded",
            "SparkListenerExecutorExcludedForStage",
            "SparkListenerExecutorMetricsUpdate",
            "SparkListenerExecutorRemoved",
            "SparkListenerExecutorUnblacklisted",
            "SparkListenerExecutorUnexcluded",
            "SparkListenerJobEnd",
            "SparkListenerJobStart",
            "SparkListenerLogStart",
            "SparkListenerMiscellaneousProcessAdded",
            "SparkListenerNodeBlacklisted",
            "SparkListenerNodeBlacklistedForStage",
            "SparkListenerNodeExcluded",
            "SparkListenerNodeExcludedForStage",
            "SparkListenerNodeUnblacklisted",
            "SparkListenerNodeUnexcluded",
            "SparkListenerResourceProfileAdded",
            "SparkListenerSpeculativeTaskSubmitted",
            "SparkListenerStageCompleted",
            "SparkListenerStageExecutorMetrics",
            "SparkListenerStageSubmitted",
            "SparkListenerTaskEnd",
            "SparkListenerTaskGettingResult",
            "SparkListenerTaskStart",
            "SparkListenerUnpersistRDD",
            "SparkListenerUnschedulableTaskSetAdded",
            "SparkListenerUnschedulableTaskSetRemoved",
            "SparkListenerUpdateStageAttempt");

    private EventNames() {}

    /** Whether the name is one that Spark writes, or the class name of another listener's event. */
    static boolean isKnown(String name) {
        return SPARK.contains(name) || name.indexOf('.') > 0;
    }

    /** Whether the name shows that the file is an event log. */
    static boolean isSpark(String name) {
        return SPARK.contains(name) || name.startsWith("org.apache.spark.");
    }
}
