package io.evenkeel.skew.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.config.Configuration;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.plan.JoinType;
import io.evenkeel.plan.ReduceOperator;
import io.evenkeel.plan.adapt.ReadGroup;
import io.evenkeel.plan.adapt.ReadPlan;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.plan.adapt.RuleOutcome;
import io.evenkeel.plan.adapt.ShuffleVolume;
import io.evenkeel.sketch.KeyEntry;
import io.evenkeel.sketch.KeySample;
import io.evenkeel.sketch.KeySketch;
import io.evenkeel.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class SkewRulesTest {

    private static final int REDUCERS = 16;
    private static final int HOT = 5;
    private static final ReduceOperator INNER = new ReduceOperator.Join(JoinType.INNER);

    private final Configuration settings = Configuration.empty()
            .with("evenkeel.adaptive.broadcast.enabled", "false")
            .with("evenkeel.adaptive.split.maxReplication", "10");

    private static ReadPlan plan(Configuration settings, ReadSite site, ShuffleVolume... volumes) {
        ReadPlan plan = new SkewRules(AdaptiveSettings.from(settings)).plan(site, List.of(volumes), 4);
        plan.check(site);
        return plan;
    }

    private static ReadSite site(ReduceOperator operator, int inputs) {
        return site(operator, inputs, Optional.empty(), false, Set.of());
    }

    private static ReadSite site(
            ReduceOperator operator, int inputs, Optional<String> fixed, boolean countGiven, Set<Integer> singleKey) {
        List<ShuffleId> shuffles = new ArrayList<>();
        for (int input = 0; input < inputs; input++) {
            shuffles.add(new ShuffleId(input));
        }
        return new ReadSite(
                0,
                shuffles,
                operator,
                REDUCERS,
                fixed,
                countGiven,
                ReadSite.splittableInputs(operator),
                Set.of(),
                singleKey,
                operator instanceof ReduceOperator.Join join && join.type().givesPairs(),
                false);
    }

    /** So many records for each reducer, and so many for the hot one. */
    private static ShuffleVolume volume(long each, long hot) {
        long[] records = new long[REDUCERS];
        Arrays.fill(records, each);
        records[HOT] = hot;
        return new ShuffleVolume(
                8, LongStream.of(records).map(count -> 20 * count).toArray(), records, KeySketch.none());
    }

    private static ShuffleVolume withKey(ShuffleVolume volume, long records) {
        return withKey(volume, records, null);
    }

    private static ShuffleVolume withKey(ShuffleVolume volume, long records, @Nullable KeySample sample) {
        long hash = (HOT * (1L << 60)) + 12345; // the high bits choose the reducer
        KeyEntry entry = new KeyEntry(hash, records, records, records, records, sample);
        return new ShuffleVolume(
                volume.maps(),
                volume.bytes(),
                volume.records(),
                new KeySketch(volume.totalRecords(), volume.totalRecords(), 0, 0, List.of(entry)));
    }

    private static List<Integer> partsOfHot(ReadPlan plan) {
        return plan.groups().stream()
                .filter(group -> group.first() <= HOT && HOT < group.end())
                .findFirst()
                .orElseThrow()
                .parts();
    }

    private static List<String> applied(ReadPlan plan) {
        return plan.outcomes().stream()
                .filter(RuleOutcome::applied)
                .map(RuleOutcome::rule)
                .toList();
    }

    /** StarRocks 79168: a preserved side is never read twice. */
    @ParameterizedTest
    @EnumSource(JoinType.class)
    void onlyLegalSidesAreCut(JoinType type) {
        ReduceOperator join = new ReduceOperator.Join(type);
        ShuffleVolume hot = volume(50_000, 2_000_000);
        ShuffleVolume even = volume(1_000, 1_000);
        boolean leftMayBe = type != JoinType.RIGHT_OUTER && type != JoinType.FULL_OUTER;
        boolean rightMayBe = type == JoinType.INNER || type == JoinType.RIGHT_OUTER;
        ReadPlan left = plan(settings, site(join, 2), hot, even);
        ReadPlan right = plan(settings, site(join, 2), even, hot);
        assertThat(partsOfHot(left).get(0) > 1).isEqualTo(leftMayBe);
        assertThat(partsOfHot(left).get(1)).isEqualTo(1);
        assertThat(partsOfHot(right).get(1) > 1).isEqualTo(rightMayBe);
        assertThat(partsOfHot(right).get(0)).isEqualTo(1);
        for (ReadPlan plan : List.of(left, right)) {
            assertThat(plan.outcomes())
                    .as("each plan says what was done or why not")
                    .isNotEmpty();
        }
    }

    @Test
    void partsHaveAboutTheWorkOfTheOthers() {
        ReadPlan plan = plan(settings, site(INNER, 2), volume(100_000, 4_000_000), volume(1_000, 1_000));
        long[] work = work(plan, volume(100_000, 4_000_000), volume(1_000, 1_000));
        assertThat((double) work[work.length - 1] / work[work.length / 2]).isLessThan(2.0);
    }

    private static long[] work(ReadPlan plan, ShuffleVolume... volumes) {
        List<Long> work = new ArrayList<>();
        for (ReadGroup group : plan.groups()) {
            long each = 0;
            for (int input = 0; input < volumes.length; input++) {
                for (int reducer = group.first(); reducer < group.end(); reducer++) {
                    each += volumes[input].records()[reducer] / group.parts().get(input);
                }
            }
            for (int task = 0; task < group.tasks(); task++) {
                work.add(each);
            }
        }
        return work.stream().mapToLong(Long::longValue).sorted().toArray();
    }

    /** One key with many records on both sides: what is made of it is levelled, not only what is read. */
    @Test
    void aKeyThatIsHotOnBothSidesIsReadInAGrid() {
        ShuffleVolume left = withKey(volume(50_000, 900_000), 850_000);
        ShuffleVolume right = withKey(volume(50_000, 700_000), 650_000);
        ReadPlan plan =
                plan(settings.with("evenkeel.adaptive.split.maxReplication", "0.1"), site(INNER, 2), left, right);
        assertThat(applied(plan)).contains("grid");
        assertThat(partsOfHot(plan)).allMatch(number -> number > 1);
        ReadPlan without = plan(settings.with("evenkeel.adaptive.grid.enabled", "false"), site(INNER, 2), left, right);
        assertThat(applied(without)).doesNotContain("grid");
    }

    /** A full outer join: its rows may not be cut, but those of keys that a side is known to have. */
    @Test
    void rowsOfAHotKeyOfAFullOuterJoinAreReadApart() {
        ReadSite site = site(new ReduceOperator.Join(JoinType.FULL_OUTER), 2);
        KeySample key = new KeySample.Whole("a codec", new byte[] {1});
        ShuffleVolume left = withKey(volume(50_000, 900_000), 850_000, key);
        ShuffleVolume right = withKey(volume(50_000, 700_000), 650_000, key);
        ReadPlan both = plan(settings, site, left, right);
        assertThat(applied(both)).contains("by-key");
        assertThat(partsOfHot(both)).allMatch(number -> number > 1);
        ReadPlan one = plan(settings, site, left, volume(1000, 1000));
        assertThat(partsOfHot(one).get(0)).isGreaterThan(1);
        assertThat(partsOfHot(one).get(1))
                .as("a side that is not known to have the key")
                .isEqualTo(1);
        KeySample otherKey = new KeySample.Whole("a codec", new byte[] {2});
        ReadPlan collision = plan(settings, site, left, withKey(volume(50_000, 700_000), 650_000, otherKey));
        assertThat(partsOfHot(collision)).as("keys of one hash").anyMatch(number -> number == 1);
        assertThat(applied(plan(settings.with("evenkeel.adaptive.byKey.enabled", "false"), site, left, right)))
                .doesNotContain("by-key");
        assertThat(applied(plan(settings, site, withKey(left, 850_000), withKey(right, 650_000))))
                .as("keys that are too long to be kept")
                .doesNotContain("by-key");
    }

    @Test
    void aSmallSideIsReadWholeByAll() {
        Configuration on = settings.with("evenkeel.adaptive.broadcast.enabled", "true");
        ReadPlan plan = plan(on, site(INNER, 2), volume(100_000, 4_000_000), volume(10, 10));
        assertThat(applied(plan)).containsExactly("broadcast");
        assertThat(plan.groups()).hasSize(1);
        assertThat(plan.groups().get(0).parts().get(1)).isEqualTo(1);
        ReduceOperator right = new ReduceOperator.Join(JoinType.RIGHT_OUTER);
        assertThat(applied(plan(on, site(right, 2), volume(100_000, 4_000_000), volume(10, 10))))
                .doesNotContain("broadcast");
    }

    @Test
    void aSortCutsOnlyRangesOfOneKey() {
        ReduceOperator sort = new ReduceOperator.Sort();
        ShuffleVolume hot = volume(100_000, 2_000_000);
        assertThat(applied(plan(settings, site(sort, 1), hot))).isEmpty();
        ReadPlan cut = plan(settings, site(sort, 1, Optional.empty(), false, Set.of(HOT)), hot);
        assertThat(applied(cut)).contains("sort");
        assertThat(partsOfHot(cut).get(0)).isGreaterThan(10);
    }

    @Test
    void whatIsFixedOrGivenStays() {
        ShuffleVolume tiny = volume(1, 1);
        assertThat(applied(plan(settings, site(new ReduceOperator.Group(), 1), tiny)))
                .containsExactly("coalesce");
        ReadSite given = site(new ReduceOperator.Group(), 1, Optional.empty(), true, Set.of());
        assertThat(plan(settings, given, tiny).isAsPlanned()).isTrue();
        ReadSite fixed = site(INNER, 2, Optional.of("zip sees it"), false, Set.of());
        ReadPlan plan = plan(settings, fixed, volume(50_000, 2_000_000), volume(10, 10));
        assertThat(plan.isAsPlanned()).isTrue();
        assertThat(plan.outcomes())
                .singleElement()
                .satisfies(outcome -> assertThat(outcome.reason()).isEqualTo("zip sees it"));
    }

    @Test
    void nothingIsReadAgainBeyondTheLimit() {
        ReadPlan plan = plan(
                settings.with("evenkeel.adaptive.split.maxReplication", "0.05"),
                site(new ReduceOperator.Join(JoinType.LEFT_OUTER), 2),
                volume(10_000, 900_000),
                volume(10_000, 500_000));
        assertThat((partsOfHot(plan).get(0) - 1) * 500_000.0).isLessThanOrEqualTo(0.05 * (16 * 20_000 + 1_380_000));
    }

    /** Random numbers of keys, hashed: nothing is ever cut where no key stands out. */
    @Test
    void uniformDataIsNeverCut() {
        Seeds.each("SkewRulesTest#uniformDataIsNeverCut", 200, seed -> {
            Random random = new Random(seed);
            long[] records = new long[REDUCERS];
            int keys = 200 + random.nextInt(5000);
            int each = 1 + random.nextInt(200);
            for (int key = 0; key < keys; key++) {
                records[random.nextInt(REDUCERS)] += each;
            }
            ShuffleVolume volume = new ShuffleVolume(4, records, records, KeySketch.none());
            Configuration eager = settings.with("evenkeel.adaptive.split.minRecords", "0");
            assertThat(applied(plan(eager, site(INNER, 2), volume, volume)))
                    .doesNotContain("split", "grid", "broadcast");
        });
    }

    /** Whatever the volumes and the settings are, the plan is legal. */
    @Test
    void plansAreLegal() {
        Seeds.each("SkewRulesTest#plansAreLegal", 500, seed -> {
            Random random = new Random(seed);
            Configuration any = Configuration.empty()
                    .with("evenkeel.adaptive.split.minRecords", Integer.toString(random.nextInt(50)))
                    .with("evenkeel.adaptive.split.factor", "1.1")
                    .with("evenkeel.adaptive.split.maxReplication", random.nextBoolean() ? "1000" : "0.1")
                    .with("evenkeel.adaptive.advisoryPartitionSize", random.nextInt(500) + 1 + "b");
            List<JoinType> types = List.of(JoinType.values());
            JoinType type = types.get(random.nextInt(types.size()));
            Optional<String> fixed = random.nextInt(10) == 0 ? Optional.of("seen") : Optional.empty();
            ReadSite site = site(new ReduceOperator.Join(type), 2, fixed, random.nextBoolean(), Set.of());
            plan(any, site, any(random), any(random));
        });
    }

    private static ShuffleVolume any(Random random) {
        long[] records = new long[REDUCERS];
        for (int reducer = 0; reducer < REDUCERS; reducer++) {
            records[reducer] = random.nextInt(4) == 0 ? random.nextInt(10_000) : random.nextInt(20);
        }
        ShuffleVolume volume = new ShuffleVolume(3, records, records, KeySketch.none());
        return random.nextBoolean() ? volume : withKey(volume, records[HOT]);
    }
}
