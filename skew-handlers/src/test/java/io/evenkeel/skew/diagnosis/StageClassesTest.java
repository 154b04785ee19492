package io.evenkeel.skew.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.skew.diagnosis.judge.ApplicationVerdict;
import io.evenkeel.skew.diagnosis.judge.Observation;
import io.evenkeel.skew.diagnosis.judge.Remedy;
import io.evenkeel.skew.diagnosis.judge.Severity;
import io.evenkeel.skew.diagnosis.judge.StageClass;
import io.evenkeel.skew.diagnosis.judge.StageVerdict;
import io.evenkeel.skew.diagnosis.judge.StragglerCause;
import org.junit.jupiter.api.Test;

class StageClassesTest {

    private static LogBuilder log(int cores) {
        return new LogBuilder("job").executor("1", "host1", cores);
    }

    /** Level tasks on 4 cores, in waves of a second. */
    private static LogBuilder level(LogBuilder log, int from, int to) {
        for (int i = from; i < to; i++) {
            log.task(0, i).at(i / 4 * 1_000L).read(100_000, 5 << 20).add();
        }
        return log;
    }

    @Test
    void levelTasksAreNoFinding() {
        StageVerdict stage = Verdicts.stage(
                level(log(4), 0, 40).stage(0, "reduceByKey", 40, 10_000).end(11_000));

        assertThat(stage.stageClass()).isEqualTo(StageClass.NONE);
        assertThat(stage.recoverableMillis()).isZero();
        assertThat(stage.remedy()).isEmpty();
    }

    @Test
    void oneHotKeyIsDataSkewWithTheTimeThatLevellingSaves() {
        LogBuilder log = level(log(4), 0, 39);
        log.task(0, 39).at(0).took(20_000).read(3_000_000, 150 << 20).add();
        ApplicationVerdict application =
                Verdicts.of(log.stage(0, "reduceByKey", 40, 20_000).end(21_000));
        StageVerdict stage = application.stages().get(0);

        assertThat(stage.stageClass()).isEqualTo(StageClass.DATA_SKEW);
        assertThat(stage.explanation()).contains("task 39 reads 3.00 M records").contains("30.0x");
        // 59 s of work in 40 tasks on 4 cores: 10 waves of 1.475 s; the hot task alone takes 20 s.
        assertThat(stage.beforeMillis()).isEqualTo(20_000);
        assertThat(stage.afterMillis()).isEqualTo(14_750);
        assertThat(stage.skewMillis()).isEqualTo(19_000);
        assertThat(application.severity()).isEqualTo(Severity.SEVERE);
        Remedy remedy = stage.remedy().orElseThrow();
        assertThat(remedy.title()).contains("two stages");
        assertThat(String.join(" ", remedy.limits())).contains("More partitions would not help");
    }

    @Test
    void skewIsFoundWhereOnlyBytesAreCounted() {
        LogBuilder log = log(4);
        for (int i = 0; i < 10; i++) {
            log.task(0, i).read(0, i == 9 ? 300 << 20 : 10 << 20).add();
        }
        StageVerdict stage = Verdicts.stage(log.stage(0, "", 10, 3_000).end(4_000));

        assertThat(stage.stageClass()).isEqualTo(StageClass.DATA_SKEW);
        assertThat(stage.records().sum()).isZero();
    }

    @Test
    void bytesThatContradictLevelRecordsNeedTheTimeAsWitness() {
        LogBuilder log = log(4);
        for (int i = 0; i < 10; i++) {
            log.task(0, i).read(100_000, i == 9 ? 300 << 20 : 10 << 20).add();
        }
        assertThat(Verdicts.stage(log.stage(0, "", 10, 3_000).end(4_000)).stageClass())
                .isEqualTo(StageClass.NONE);
    }

    @Test
    void timeAloneIsNeverDataSkew() {
        LogBuilder log = level(log(4), 0, 39);
        log.task(0, 39).at(9_000).took(88_000).read(101_000, 5 << 20).add();
        StageVerdict stage =
                Verdicts.stage(log.stage(0, "reduceByKey", 40, 97_000).end(98_000));

        assertThat(stage.stageClass()).isEqualTo(StageClass.STRAGGLER);
        assertThat(stage.stragglerCause()).contains(StragglerCause.UNKNOWN);
        assertThat(String.join(" ", stage.remedy().orElseThrow().limits())).contains("Salting");
    }

    @Test
    void slowFirstTasksAreStartUpAndNoFinding() {
        LogBuilder log = log(4);
        for (int i = 0; i < 40; i++) {
            log.task(0, i)
                    .at(i < 4 ? 0 : 5_000 + i / 4 * 100L)
                    .took(i < 4 ? 5_000 : 100)
                    .read(100_000, 5 << 20)
                    .add();
        }
        StageVerdict stage = Verdicts.stage(log.stage(0, "", 40, 7_000).end(8_000));

        assertThat(stage.stragglerCause()).contains(StragglerCause.FIRST_WAVE);
        assertThat(stage.isFinding()).isFalse();
    }

    @Test
    void garbageCollectionIsNamed() {
        LogBuilder log = level(log(4), 0, 38);
        log.task(0, 38)
                .at(9_000)
                .took(10_000)
                .collected(8_500)
                .read(100_000, 5 << 20)
                .add();
        log.task(0, 39)
                .at(9_000)
                .took(11_000)
                .collected(9_500)
                .read(100_000, 5 << 20)
                .add();

        assertThat(Verdicts.stage(log.stage(0, "", 40, 20_000).end(21_000)).stragglerCause())
                .contains(StragglerCause.GARBAGE_COLLECTION);
    }

    @Test
    void aSlowHostIsNamed() {
        LogBuilder log = log(4).executor("2", "host2", 4);
        for (int i = 0; i < 40; i++) {
            boolean slow = i % 5 == 4;
            log.task(0, i)
                    .at(i / 8 * 1_000L)
                    .took(slow ? 6_000 : 1_000)
                    .on(slow ? "2" : "1")
                    .read(100_000, 1 << 20)
                    .add();
        }
        StageVerdict stage = Verdicts.stage(log.stage(0, "", 40, 12_000).end(13_000));

        assertThat(stage.stragglerCause()).contains(StragglerCause.HOST);
        assertThat(stage.explanation()).contains("on executor 2");
    }

    @Test
    void timeOutsideTheWorkIsNamed() {
        LogBuilder log = level(log(4), 0, 38);
        log.task(0, 38)
                .at(9_000)
                .took(9_000)
                .waited(8_000)
                .read(100_000, 5 << 20)
                .add();
        log.task(0, 39)
                .at(9_000)
                .took(9_000)
                .waited(8_000)
                .read(100_000, 5 << 20)
                .add();

        assertThat(Verdicts.stage(log.stage(0, "", 40, 18_000).end(19_000)).stragglerCause())
                .contains(StragglerCause.OVERHEAD);
    }

    @Test
    void spillIsItsOwnClass() {
        LogBuilder log = log(4);
        for (int i = 0; i < 16; i++) {
            log.task(0, i)
                    .at(i / 4 * 1_000L)
                    .read(1_000_000, 64 << 20)
                    .spilled(20 << 20)
                    .add();
        }
        StageVerdict stage = Verdicts.stage(log.stage(0, "sortByKey", 16, 4_000).end(5_000));

        assertThat(stage.stageClass()).isEqualTo(StageClass.SPILL);
        assertThat(stage.spilledBytes()).isEqualTo(16L * (20 << 20));
    }

    @Test
    void fewTasksOnManyCoresLeaveCoresIdle() {
        LogBuilder log = log(32);
        for (int i = 0; i < 8; i++) {
            log.task(0, i).took(30_000).read(1_000_000, 64 << 20).add();
        }
        StageVerdict stage =
                Verdicts.stage(log.stage(0, "reduceByKey", 8, 30_000).end(31_000));

        assertThat(stage.stageClass()).isEqualTo(StageClass.TOO_FEW_TASKS);
        assertThat(stage.recoverableMillis()).isEqualTo(30_000 - 7_500);
    }

    @Test
    void tasksThatOnlyStartAndEndAreTooMany() {
        LogBuilder log = log(4);
        for (int i = 0; i < 400; i++) {
            log.task(0, i).at(i / 4 * 20L).took(20).waited(15).read(10, 500).add();
        }
        assertThat(Verdicts.stage(log.stage(0, "filter", 400, 2_000).end(3_000)).stageClass())
                .isEqualTo(StageClass.TOO_MANY_TASKS);
    }

    @Test
    void emptyPartitionsAreNoInfiniteSkew() {
        LogBuilder log = log(4);
        for (int i = 0; i < 20; i++) {
            log.task(0, i)
                    .at(i / 4 * 50L)
                    .took(50)
                    .read(i < 3 ? 2 : 0, i < 3 ? 184 : 0)
                    .add();
        }
        StageVerdict stage = Verdicts.stage(log.stage(0, "reduceByKey", 20, 300).end(400));

        assertThat(stage.stageClass()).isEqualTo(StageClass.EMPTY_PARTITIONS);
        assertThat(stage.bytes().maxOverMedian()).isNaN();
    }

    @Test
    void attemptsAreCountedButOnlyTheFirstSuccessOfAPartitionIsMeasured() {
        LogBuilder log = level(log(4), 0, 20);
        log.task(0, 3)
                .attempt(1)
                .at(9_000)
                .took(90_000)
                .read(9_000_000, 500 << 20)
                .copy()
                .add();
        log.task(0, 5)
                .attempt(1)
                .at(9_000)
                .ended("{\"Reason\":\"TaskKilled\",\"Kill Reason\":\"another\"}")
                .copy()
                .add();
        log.task(0, 6)
                .attempt(1)
                .ended("{\"Reason\":\"ExceptionFailure\",\"Class Name\":\"java.lang.Boom\",\"Description\":\"bad\"}")
                .add();
        ApplicationVerdict application = Verdicts.of(log.stage(0, "", 20, 6_000).end(7_000));
        StageVerdict stage = application.stages().get(0);

        assertThat(stage.tasks().succeeded()).isEqualTo(21);
        assertThat(stage.tasks().failed()).isEqualTo(1);
        assertThat(stage.tasks().killed()).isEqualTo(1);
        assertThat(stage.tasks().speculative()).isEqualTo(2);
        assertThat(stage.tasks().measured()).isEqualTo(20);
        assertThat(stage.stageClass()).isEqualTo(StageClass.NONE);
        assertThat(application.observations())
                .extracting(Observation::text)
                .anyMatch(text -> text.contains("java.lang.Boom: bad"));
    }

    @Test
    void aTaskEndThatTheLogHoldsTwiceCountsOnce() {
        LogBuilder log = level(log(4), 0, 20).stage(0, "", 20, 6_000).end(7_000);
        String text = log.text();
        int from = text.indexOf("{\"Event\":\"SparkListenerTaskEnd\"");
        String line = text.substring(from, text.indexOf('\n', from) + 1);
        ApplicationVerdict application =
                Verdicts.of(text.replace(line, line + line).getBytes(java.nio.charset.StandardCharsets.UTF_8));

        assertThat(application.stages().get(0).tasks().succeeded()).isEqualTo(20);
        assertThat(application.warnings()).anyMatch(warning -> warning.contains("found twice"));
    }

    @Test
    void aTaskThatDiedOfMemoryIsComparedWithItsPeers() {
        String death = "{\"Reason\":\"ExceptionFailure\",\"Class Name\":\"java.lang.OutOfMemoryError\","
                + "\"Description\":\"Java heap space\"}";
        LogBuilder level = level(log(4), 0, 20);
        level.task(0, 3).attempt(1).read(100_000, 5 << 20).ended(death).add();
        LogBuilder skewed = level(log(4), 0, 20);
        skewed.task(0, 3).attempt(1).read(900_000, 50 << 20).ended(death).add();

        assertThat(memoryDeath(level)).contains("not skew");
        assertThat(memoryDeath(skewed)).contains("that is skew");
    }

    private static String memoryDeath(LogBuilder log) {
        return Verdicts.of(log.stage(0, "", 20, 6_000).end(7_000)).observations().stream()
                .filter(observation -> observation.kind().equals("out-of-memory"))
                .map(Observation::text)
                .findFirst()
                .orElseThrow();
    }
}
