package io.evenkeel.scheduler.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A checker that nothing can fail proves nothing: it must notice each of these defects. */
final class MutantTest {

    private static final int SEEDS = 5_000;
    private static final Path ROOT = Path.of(Objects.requireNonNullElse(
            System.getProperty("evenkeel.root"), Path.of("..").toString()));

    static Stream<Mutant> mutants() {
        return Stream.of(
                new Mutant(
                        "accepts any late map output (SPARK-45182)",
                        "MapStageState.java",
                        "return set.isOfCurrentGeneration() && (set.isActive() || isRepeatable());",
                        "return true;"),
                new Mutant(
                        "accepts late map outputs made from rows that were taken back",
                        "MapStageState.java",
                        "return set.isOfCurrentGeneration() && (set.isActive() || isRepeatable());",
                        "return set.isActive() || isRepeatable();"),
                new Mutant(
                        "runs only the lost maps of an indeterminate stage again (SPARK-23207)",
                        "DagScheduler.java",
                        "if (stage instanceof MapStageState map && !map.isRepeatable()) {",
                        "if (stage instanceof MapStageState map && map.jobs().isEmpty()) {"),
                new Mutant(
                        "takes back only what was made directly from indeterminate rows",
                        "Rollback.java",
                        "toFollow.add(made);",
                        ""),
                new Mutant(
                        "goes on although part of a result was published from old rows (SPARK-23243)",
                        "DagScheduler.java",
                        "if (result.anyAccepted() || coordinator.isHeld(result.spec().id())) {",
                        "if (result.spec().tasks() < 0) {"),
                new Mutant(
                                "knows who publishes by attempt number only (SPARK-24589)",
                                "OutputCommitCoordinator.java",
                                "return holder.equals(attempt);",
                                "return holder.attempt().equals(attempt.attempt());")
                        .and(
                                "TaskScheduler.java",
                                "return !coordinator.isHeld(task.set().stage().spec().id(), task.partition());",
                                "return !task.isDone();"),
                new Mutant(
                        "lets any number of attempts publish (SPARK-4879)",
                        "OutputCommitCoordinator.java",
                        "return holder.equals(attempt);",
                        "return true;"),
                new Mutant(
                        "lets old attempts of a stage publish",
                        "TaskScheduler.java",
                        "if (!run.set().isActive() && !holds) {",
                        "if (run.set().size() < 0) {"),
                new Mutant(
                        "never takes back the right to publish",
                        "OutputCommitCoordinator.java",
                        "ofStage.remove(attempt.partition(), attempt) && ofStage.isEmpty()",
                        "ofStage.isEmpty()"),
                new Mutant(
                        "keeps the outputs of a lost executor",
                        "TaskOutcomes.java",
                        "tracker.unregister(executor).forEach(this::lost);",
                        ""),
                new Mutant(
                        "launches on lost executors",
                        "ExecutorSlots.java",
                        "Slots slots = living.remove(executor);",
                        "Slots slots = living.get(executor);"),
                new Mutant(
                        "lets a late greeting bring an executor back",
                        "ExecutorSlots.java",
                        "if (!gone.contains(executor) && !living.containsKey(executor)) {",
                        "if (!living.containsKey(executor)) {"),
                new Mutant(
                        "forgets tasks that were done on a lost executor (SPARK-24755)",
                        "TaskSet.java",
                        "task.setDone(false);",
                        "if (task.isDone()) { return; }"),
                new Mutant(
                        "does not take the tasks of a lost executor back",
                        "TaskScheduler.java",
                        "running.remove(run.id());\n            run.set().ended(run);",
                        "running.remove(run.id());"),
                new Mutant(
                        "loses slots",
                        "TaskScheduler.java",
                        "executors.giveBack(executor);",
                        "if (running.size() % 3 > 0) { executors.giveBack(executor); }"),
                new Mutant(
                        "gives slots back twice",
                        "ExecutorSlots.java",
                        "if (slots != null && slots.free < slots.all) {\n            slots.free++;",
                        "if (slots != null && slots.free < slots.all) {\n            slots.free = slots.all;"),
                new Mutant(
                        "counts a repeated message",
                        "TaskScheduler.java",
                        "running.remove(attempt);\n        executors.giveBack(executor);",
                        "executors.giveBack(executor);"),
                new Mutant(
                        "reports a cancelled job while its tasks run",
                        "DagScheduler.java",
                        "if (stillRunning.isEmpty()) {",
                        "if (stillRunning.size() >= 0) {"),
                new Mutant(
                        "drops a stage that another job waits for",
                        "DagScheduler.java",
                        "if (stage.jobs().isEmpty()) {",
                        "if (stage.jobs().size() >= 0) {"),
                new Mutant(
                        "launches tasks before their inputs are complete",
                        "TaskScheduler.java",
                        "tracker.areComplete(stage.spec().inputs())",
                        "!stage.isDone()"),
                new Mutant(
                        "does not read parts again whose siblings are cut anew",
                        "StageReading.java",
                        "if (ordersDiffer && !sameAttempts(now, entry.getValue())) {",
                        "if (now.size() != entry.getValue().size()) {"),
                new Mutant(
                        "keeps what siblings of parts that are cut anew have written",
                        "DagScheduler.java",
                        "List<MapStatus> dropped = stage.outputs().unregister(siblings);",
                        "List<MapStatus> dropped = stage.outputs().unregister(List.<PartitionIndex>of());"),
                new Mutant(
                        "counts a part that was cut from outputs that are gone",
                        "TaskOutcomes.java",
                        "&& run.isOfCurrentCut();",
                        ";"),
                new Mutant(
                        "cuts parts anew although one was published",
                        "DagScheduler.java",
                        "if (isPublished) {",
                        "if (isPublished && stage.spec().tasks() < 0) {"),
                new Mutant(
                        "leaves the files of attempts that came too late",
                        "TaskOutcomes.java",
                        "if (executors.isLiving(status.executor()) && !tracker.isRegistered(status)) {",
                        "if (tracker.size() < 0) {"));
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void notices(Mutant mutant) throws Exception {
        LongFunction<String> run = mutant.load(ROOT);
        String noticed = "";
        for (long seed = 0; seed < SEEDS && noticed.isEmpty(); seed++) {
            noticed = run.apply(seed);
        }
        assertThat(noticed).as(mutant + ": noticed within " + SEEDS + " seeds").isNotEmpty();
    }

    @Test
    void findsNothingWhereNothingIsBroken() throws Exception {
        String line = "if (holder.equals(attempt)) { return true; } return false;";
        Mutant sound = new Mutant("sound", "OutputCommitCoordinator.java", "return holder.equals(attempt);", line);
        LongFunction<String> run = sound.load(ROOT);
        for (long seed = 0; seed < 50; seed++) {
            assertThat(run.apply(seed)).as("seed " + seed).isEmpty();
        }
    }
}
