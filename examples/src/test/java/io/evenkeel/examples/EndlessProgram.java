package io.evenkeel.examples;

import io.evenkeel.dataset.EngineSession;

/** Runs one job after the other until it is killed; the directory and the codec of its event log are its arguments. */
public final class EndlessProgram {

    private EndlessProgram() {}

    public static void main(String[] arguments) {
        EngineSession session = EngineSession.builder()
                .master("local[2]")
                .name("endless")
                .config("evenkeel.eventLog.enabled", "true")
                .config("evenkeel.eventLog.dir", arguments[0])
                .config("evenkeel.eventLog.compress", arguments[1].equals("none") ? "false" : "true")
                .config("evenkeel.eventLog.compression.codec", arguments[1])
                .build();
        while (true) {
            session.range(0, 100_000)
                    .keyBy(n -> n % 100)
                    .reduceByKey(Long::sum)
                    .withPartitions(4)
                    .count();
        }
    }
}
