package io.evenkeel.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.shuffle.ShuffleWriterSelector.Choice;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ShuffleWriterSelectorTest {

    private static final String[] ALL = {"hash", "sort", "tungsten-sort", "bypass"};

    @Test
    void takesTheFirstThatSuitsOfEachOrder() {
        assertThat(chosen("auto", 200, ALL)).isEqualTo("bypass");
        assertThat(chosen("auto", 2000, ALL)).isEqualTo("bypass");
        assertThat(chosen("auto", 2001, ALL)).isEqualTo("tungsten-sort");
        assertThat(chosen("auto", 2, "sort")).isEqualTo("sort");
        assertThat(chosen("sort", 200, ALL)).isEqualTo("bypass");
        assertThat(chosen("sort", 201, ALL)).isEqualTo("sort");
        assertThat(chosen("tungsten-sort", 2, "bypass", "sort")).isEqualTo("sort");
        assertThat(chosen("tungsten-sort", 2, ALL)).isEqualTo("tungsten-sort");
        assertThat(chosen("hash", 2, ALL)).isEqualTo("hash");
    }

    @Test
    void aThresholdThatIsSetHoldsForAutoToo() {
        Configuration set = Configuration.empty().with(ShuffleSettings.BYPASS_MERGE_THRESHOLD.key(), "50");
        assertThat(ShuffleSettings.from(set).bypassMergeThreshold()).isEqualTo(50);
        assertThat(ShuffleSettings.from(Configuration.empty()).bypassMergeThreshold())
                .isEqualTo(2000);
    }

    @Test
    void saysWhyAndWhyNot() {
        Choice choice = selector("auto", "bypass", "tungsten-sort").choose(spec(2300));
        assertThat(choice.reason())
                .startsWith("tungsten-sort: simple")
                .contains("bypass: 2300 reducers", "evenkeel.shuffle.sort.bypassMergeThreshold", "(2000)");
    }

    @Test
    void namesTheSettingWhenThereIsNone() {
        assertThatThrownBy(() -> selector("hash", "sort", "tungsten-sort").choose(spec(2)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("evenkeel.shuffle.manager is hash")
                .hasMessageContaining("hash: not on the class path");
        assertThatThrownBy(() -> selector("tungsten-sort", "tungsten-sort").choose(spec(200_000)))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("too many reducers");
    }

    private static String chosen(String manager, int reducers, String... names) {
        return selector(manager, names).choose(spec(reducers)).factory().name();
    }

    private static ShuffleWriterSelector selector(String manager, String... names) {
        List<ShuffleWriterFactory> factories = Arrays.stream(names)
                .<ShuffleWriterFactory>map(PlainShuffleWriterFactory::new)
                .toList();
        return new ShuffleWriterSelector(
                factories, ShuffleSettings.from(Configuration.empty().with(ShuffleSettings.MANAGER.key(), manager)));
    }

    private static ShuffleSpec spec(int reducers) {
        return new ShuffleSpec(new ShuffleId(1), reducers, false);
    }
}
