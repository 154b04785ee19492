package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.error.EngineException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class SettingTest {

    private static final Setting<Integer> COUNT = Setting.integer("evenkeel.count", 3, 1, 60, "A count.");
    private static final Setting<Double> SHARE = Setting.fraction("evenkeel.share", 0.5, 0.0, 1.0, "A share.");
    private static final Setting<ByteSize> SIZE = Setting.size(
            "evenkeel.size", ByteSize.ofMib(48), "m", ByteSize.ofKib(1), new ByteSize(Long.MAX_VALUE), "A size.");
    private static final Setting<Duration> WAIT =
            Setting.duration("evenkeel.wait", Duration.ofSeconds(5), "How long to wait.");

    private enum Colour {
        DEEP_RED,
        BLUE
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "61", "2147483648", "-9223372036854775808", "1.5", "", " ", "three", "0x3"})
    void wholeNumbersOutsideTheirBoundsAreRefused(String text) {
        refused(COUNT, text, "whole number from 1 to 60");
    }

    @Test
    void wholeNumbersAtTheirBoundsAreTaken() {
        assertThat(COUNT.parse("1")).isEqualTo(1);
        assertThat(COUNT.parse(" 60 ")).isEqualTo(60);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-0.1", "1.01", "NaN", "Infinity", "half", ""})
    void fractionsOutsideTheirBoundsAreRefused(String text) {
        refused(SHARE, text, "number from 0.0 to 1.0");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-1", "1023b", "9223372036854775807k", "99999999999999999999", "4x", "", "1.5g"})
    void sizesOutsideTheirBoundsAreRefused(String text) {
        refused(SIZE, text, "size from 1k; without a unit in m");
    }

    @Test
    void sizesComeWithOrWithoutUnit() {
        assertThat(SIZE.parse("2")).isEqualTo(ByteSize.ofMib(2));
        assertThat(SIZE.parse("2G")).isEqualTo(ByteSize.ofMib(2048));
        assertThat(SIZE.parse("1024B")).isEqualTo(ByteSize.ofKib(1));
        assertThat(SIZE.parse("1 kb")).isEqualTo(ByteSize.ofKib(1));
        assertThat(SIZE.defaultText()).isEqualTo("48m");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1s", "5 weeks", "", "9223372036854775807d", "99999999999999999999s"})
    void timesThatCantBeAreRefused(String text) {
        refused(WAIT, text, "time such as 100ms");
    }

    @Test
    void timesComeInAnyUnit() {
        assertThat(WAIT.parse("100ms")).isEqualTo(Duration.ofMillis(100));
        assertThat(WAIT.parse("60")).isEqualTo(Duration.ofMinutes(1));
        assertThat(WAIT.parse("2min")).isEqualTo(Duration.ofMinutes(2));
        assertThat(WAIT.defaultValue()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void choicesAreWrittenInLowerCaseWithHyphens() {
        Setting<Colour> colour = Setting.choice("evenkeel.colour", Colour.BLUE, "A colour.");

        assertThat(colour.parse("Deep-Red")).isEqualTo(Colour.DEEP_RED);
        assertThat(colour.form()).isEqualTo("one of deep-red, blue");
        refused(colour, "green", "one of deep-red, blue");
    }

    @Test
    void flagsAreTrueOrFalseOnly() {
        Setting<Boolean> flag = Setting.flag("evenkeel.flag", false, "A flag.");

        assertThat(flag.parse("TRUE")).isTrue();
        refused(flag, "yes", "true or false");
    }

    @Test
    void marksAndAliasesAddUp() {
        Setting<Integer> marked = COUNT.withAliases("spark.count").withoutEffectInLocalMode();

        assertThat(marked.aliases()).containsExactly("spark.count");
        assertThat(marked.idleInLocalMode()).isTrue();
        assertThat(COUNT.idleInLocalMode()).isFalse();
        assertThat(COUNT.withoutEffectInLocalMode().withAliases("spark.count").idleInLocalMode())
                .isTrue();
    }

    private static void refused(Setting<?> setting, String text, String form) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> setting.parse(text))
                .withMessageContaining(setting.key())
                .withMessageContaining("'" + text + "'")
                .withMessageContaining(form);
    }
}
