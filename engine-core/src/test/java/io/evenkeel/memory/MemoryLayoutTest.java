package io.evenkeel.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import org.junit.jupiter.api.Test;

final class MemoryLayoutTest {

    private static final long MIB = 1 << 20;

    private static MemoryLayout layout(ByteSize heap) {
        return MemoryLayout.of(heap, MemorySettings.from(Configuration.empty()));
    }

    @Test
    void dividesTwoGigabytesAsTheGuideSays() {
        MemoryLayout layout = layout(ByteSize.ofMib(2048));
        assertThat(layout.managed().bytes() / MIB).isEqualTo(1048);
        assertThat(layout.storage().bytes() / MIB).isEqualTo(524);
        assertThat(layout.execution().bytes() / MIB).isEqualTo(524);
        assertThat(layout.executionLimit()).isEqualTo(layout.managed());
    }

    @Test
    void dividesTheSmallestHeapOfTheGuideAsItSays() {
        MemoryLayout layout = layout(ByteSize.ofMib(450));
        assertThat(layout.managed()).isEqualTo(ByteSize.ofMib(90));
        assertThat(layout.storage()).isEqualTo(ByteSize.ofMib(45));
        assertThat(layout.execution()).isEqualTo(ByteSize.ofMib(45));
    }

    @Test
    void isContinuousWhereTheReserveBeginsToShrink() {
        long below = layout(new ByteSize(450 * MIB - 3)).managed().bytes();
        long at = layout(ByteSize.ofMib(450)).managed().bytes();
        long above = layout(new ByteSize(450 * MIB + 3)).managed().bytes();
        assertThat(at - below).isBetween(0L, 3L);
        assertThat(above - at).isBetween(0L, 3L);
        assertThat(layout(ByteSize.ofMib(64)).managed().bytes()).isCloseTo(64 * MIB / 5, within(3L));
    }

    @Test
    void growsWithTheHeap() {
        long before = 0;
        for (long mib = 64; mib < 1024; mib++) {
            long managed = layout(ByteSize.ofMib(mib)).managed().bytes();
            assertThat(managed).isGreaterThan(before);
            before = managed;
        }
    }

    @Test
    void refusesAHeapThatIsTooSmallAndSaysWhatToSet() {
        assertThatThrownBy(() -> layout(new ByteSize(64 * MIB - 1)))
                .isInstanceOfSatisfying(
                        EngineException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
                .hasMessageContaining("--driver-memory")
                .hasMessageContaining("64m");
    }

    @Test
    void fixedSharesAreThoseOfTheGuide() {
        Configuration legacy = Configuration.empty().with("evenkeel.memory.useLegacyMode", "true");
        MemoryLayout layout = MemoryLayout.of(ByteSize.ofMib(1000), MemorySettings.from(legacy));
        assertThat(layout.mode()).isEqualTo(MemoryLayout.Mode.STATIC);
        assertThat(layout.storage().bytes()).isCloseTo(540 * MIB, within(2L));
        assertThat(layout.unroll().bytes()).isCloseTo(108 * MIB, within(2L));
        assertThat(layout.execution().bytes()).isCloseTo(160 * MIB, within(2L));
        assertThat(layout.executionLimit()).isEqualTo(layout.execution());
    }

    @Test
    void settingAFixedShareSelectsFixedSharesWithANotice() {
        MemorySettings settings =
                MemorySettings.from(Configuration.empty().with("evenkeel.shuffle.memoryFraction", "0.3"));
        assertThat(settings.mode()).isEqualTo(MemoryLayout.Mode.STATIC);
        assertThat(settings.notice())
                .hasValueSatisfying(text -> assertThat(text)
                        .contains("evenkeel.shuffle.memoryFraction is set")
                        .contains("evenkeel.memory.fraction"));
        assertThat(MemoryLayout.of(ByteSize.ofMib(1000), settings).execution().bytes())
                .isCloseTo(240 * MIB, within(2L));
    }

    @Test
    void fixedSharesThatAreRefusedHaveNoEffectAndANotice() {
        MemorySettings settings = MemorySettings.from(Configuration.empty()
                .with("evenkeel.storage.memoryFraction", "0.5")
                .with("evenkeel.memory.useLegacyMode", "false"));
        assertThat(settings.mode()).isEqualTo(MemoryLayout.Mode.UNIFIED);
        assertThat(settings.notice())
                .hasValueSatisfying(text -> assertThat(text).contains("no effect"));
        assertThat(MemorySettings.from(Configuration.empty()).notice()).isEmpty();
    }

    @Test
    void refusesFixedSharesThatAreMoreThanTheHeap() {
        assertThatThrownBy(() -> MemorySettings.from(Configuration.empty()
                        .with("evenkeel.storage.memoryFraction", "0.7")
                        .with("evenkeel.shuffle.memoryFraction", "0.4")))
                .isInstanceOf(EngineException.class)
                .hasMessageContaining("0.7")
                .hasMessageContaining("evenkeel.shuffle.memoryFraction");
    }
}
