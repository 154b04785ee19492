package io.evenkeel.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeedsTest {

    @Test
    void givesTheSameDistinctSeedsEveryTime() {
        List<Long> first = new ArrayList<>();
        List<Long> second = new ArrayList<>();
        Seeds.each("A", 50, first::add);
        Seeds.each("A", 50, second::add);
        assertThat(first).hasSize(50).doesNotHaveDuplicates().isEqualTo(second);
    }

    @Test
    void failureNamesSeedAndCommand() {
        List<Long> seen = new ArrayList<>();
        assertThatThrownBy(() -> Seeds.each("some.ClassTest", 5, seed -> {
                    seen.add(seed);
                    if (seen.size() == 3) {
                        throw new IllegalStateException("broken");
                    }
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("broken")
                .hasMessageContaining("-pl engine-core ")
                .hasMessageContaining("-Dtest='some.ClassTest'")
                .satisfies(e -> assertThat(e).hasMessageContaining("-Devenkeel.test.seed=" + seen.get(2) + " "))
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(seen).hasSize(3);
    }
}
