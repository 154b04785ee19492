package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.error.EngineException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MasterTest {

    @Test
    void readsTheThreeForms() {
        assertThat(Master.parse("local")).isEqualTo(new Master(1));
        assertThat(Master.parse("local[12]")).isEqualTo(new Master(12));
        assertThat(Master.parse("local[*]").slotsOn(6)).isEqualTo(6);
        assertThat(Master.parse("local[1024]").slotsOn(2)).isEqualTo(1024);
    }

    @Test
    void printsWhatItReads() {
        assertThat(Master.parse(new Master(3).toString())).isEqualTo(new Master(3));
        assertThat(Master.parse(new Master(0).toString())).isEqualTo(new Master(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Local",
                "local[]",
                "local[0]",
                "local[-1]",
                "local[1025]",
                "local[2",
                "yarn",
                "spark://h:7077"
            })
    void refusesAnythingElseAndSaysWhatIsPossible(String text) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> ApplicationSettings.MASTER.parse(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("local[N] with N from 1 to 1024");
    }
}
