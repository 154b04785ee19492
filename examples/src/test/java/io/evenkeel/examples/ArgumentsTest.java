package io.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.scheduler.launcher.UsageException;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class ArgumentsTest {

    private static TextJobArguments parse(String... arguments) {
        return TextJobArguments.parse(List.of(arguments));
    }

    private static void assertWrong(String part, String... arguments) {
        assertThatThrownBy(() -> parse(arguments))
                .isInstanceOf(UsageException.class)
                .hasMessageContaining(part);
    }

    @Test
    void flagsMayStandAnywhere() {
        TextJobArguments expected = new TextJobArguments(true, OptionalInt.of(3), "in", "out");
        assertThat(parse("--overwrite", "--partitions", "3", "in", "out")).isEqualTo(expected);
        assertThat(parse("in", "--partitions=3", "out", "--overwrite")).isEqualTo(expected);
        assertThat(parse("in", "out")).isEqualTo(new TextJobArguments(false, OptionalInt.empty(), "in", "out"));
        assertThat(parse("--", "--overwrite", "-"))
                .isEqualTo(new TextJobArguments(false, OptionalInt.empty(), "--overwrite", "-"));
    }

    @Test
    void whatIsWrongIsNamed() {
        assertWrong("1 paths: [in]", "in");
        assertWrong("3 paths", "a", "b", "c");
        assertWrong("unknown flag '--over'; there are --overwrite, --partitions", "--over", "a", "b");
        assertWrong("--partitions needs a value", "a", "b", "--partitions");
        assertWrong("--partitions is a whole number from 1, not '0'", "a", "b", "--partitions=0");
        assertWrong("--partitions is a whole number from 1, not 'x'", "a", "b", "--partitions", "x");
        assertWrong("too large", "a", "b", "--partitions", "3000000000");
    }
}
