package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.shuffle.ShuffleSettingGroup;
import io.evenkeel.shuffle.ShuffleSettings;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class ConfigurationResolverTest {

    private static final SettingCatalog CATALOG =
            SettingCatalog.of(List.of(new ShuffleSettingGroup(), new ApplicationSettingGroup()));

    private final ConfigurationResolver resolver = new ConfigurationResolver(CATALOG);

    @Test
    void anAliasSetsTheKey() {
        ResolvedConfiguration resolved = resolver.resolve(List.of(layer("f", "spark.shuffle.manager", "hash")));

        assertThat(resolved.configuration().get(ShuffleSettings.MANAGER)).isEqualTo(ShuffleSettings.Manager.HASH);
        assertThat(resolved.configuration().values()).containsOnlyKeys("evenkeel.shuffle.manager");
    }

    @Test
    void theFirstLayerWinsWhateverNameItUses() {
        ResolvedConfiguration resolved = resolver.resolve(List.of(
                layer("code", "spark.default.parallelism", "7"),
                layer("file", "evenkeel.default.parallelism", "9", "spark.app.name", "from file")));

        assertThat(resolved.configuration().get(ApplicationSettings.DEFAULT_PARALLELISM))
                .isEqualTo(7);
        assertThat(resolved.originOf(ApplicationSettings.DEFAULT_PARALLELISM)).contains("code");
        assertThat(resolved.originOf(ApplicationSettings.NAME)).contains("file");
        assertThat(resolved.originOf(ApplicationSettings.MASTER)).isEmpty();
    }

    @Test
    void keyAndAliasWithDifferentValuesInOneLayerAreRefused() {
        refused(layer("my.conf", "spark.app.name", "a", "evenkeel.app.name", "b"))
                .withMessageContaining("evenkeel.app.name=b")
                .withMessageContaining("spark.app.name=a")
                .withMessageContaining("my.conf");
    }

    @Test
    void keyAndAliasWithOneValueAreOne() {
        ResolvedConfiguration resolved =
                resolver.resolve(List.of(layer("f", "spark.app.name", "a", "evenkeel.app.name", "a")));

        assertThat(resolved.configuration().get(ApplicationSettings.NAME)).isEqualTo("a");
    }

    @Test
    void anUnknownKeyIsRefusedWithTheNearestOfItsFamily() {
        refused(layer("--conf", "spark.shufle.manager", "sort"))
                .withMessageContaining("'spark.shufle.manager' (--conf)")
                .withMessageContaining("'spark.shuffle.manager'");
        refused(layer("--conf", "evenkeel.shufle.manager", "sort"))
                .withMessageContaining("nearest known one is 'evenkeel.shuffle.manager'");
        refused(layer("--conf", "shuffle.manager", "sort"))
                .withMessageContaining("nearest known one is 'evenkeel.shuffle.manager'");
        refused(layer("--conf", "", "")).withMessageContaining("unknown setting ''");
    }

    @Test
    void anUnknownKeyInALayerThatLosesIsStillRefused() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() ->
                        resolver.resolve(List.of(layer("a", "spark.app.name", "x"), layer("b", "spark.app.nam", "y"))))
                .withMessageContaining("'spark.app.nam' (b)");
    }

    @Test
    void aWrongValueIsRefusedWithOriginAndForm() {
        refused(layer("--conf", "spark.shuffle.io.maxRetries", "many"))
                .withMessageContaining("spark.shuffle.io.maxRetries=many (--conf)")
                .withMessageContaining("whole number from 0 to 1000");
    }

    private org.assertj.core.api.ThrowableAssertAlternative<EngineException> refused(ConfigurationLayer layer) {
        return assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> resolver.resolve(List.of(layer)))
                .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION));
    }

    private static ConfigurationLayer layer(String origin, String... keysAndValues) {
        return keysAndValues.length == 2
                ? new ConfigurationLayer(origin, Map.of(keysAndValues[0], keysAndValues[1]))
                : new ConfigurationLayer(
                        origin, Map.of(keysAndValues[0], keysAndValues[1], keysAndValues[2], keysAndValues[3]));
    }
}
