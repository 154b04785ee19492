package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class EditDistanceTest {

    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "abc, '', 3",
        "kitten, sitting, 3",
        "manger, manager, 1",
        "mangaer, manager, 1",
        "CA, abc, 3",
        "Master, master, 0",
        "shufle, shuffle, 1"
    })
    void countsChanges(String one, String other, int distance) {
        assertThat(EditDistance.between(one, other)).isEqualTo(distance);
        assertThat(EditDistance.between(other, one)).isEqualTo(distance);
    }

    @Test
    void agreesWithTheDefinitionOnAllShortWords() {
        List<String> words = wordsUpTo(4);
        for (String one : words) {
            for (String other : words) {
                assertThat(EditDistance.between(one, other))
                        .as("%s to %s", one, other)
                        .isEqualTo(byDefinition(one, other));
            }
        }
    }

    @Test
    void theFirstInTheAlphabetWinsATie() {
        assertThat(EditDistance.nearest("cot", List.of("dot", "cat", "house"))).contains("cat");
        assertThat(EditDistance.nearest("cot", List.of())).isEmpty();
    }

    private static List<String> wordsUpTo(int length) {
        if (length == 0) {
            return List.of("");
        }
        List<String> shorter = wordsUpTo(length - 1);
        return java.util.stream.Stream.concat(
                        shorter.stream(),
                        shorter.stream()
                                .filter(word -> word.length() == length - 1)
                                .flatMap(word -> List.of(word + "a", word + "b", word + "c").stream()))
                .toList();
    }

    private static int byDefinition(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one.length() + other.length();
        }
        String one1 = one.substring(1);
        String other1 = other.substring(1);
        int best = byDefinition(one1, other1) + (one.charAt(0) == other.charAt(0) ? 0 : 1);
        best = Math.min(best, 1 + Math.min(byDefinition(one1, other), byDefinition(one, other1)));
        if (one.length() > 1
                && other.length() > 1
                && one.charAt(0) == other.charAt(1)
                && one.charAt(1) == other.charAt(0)) {
            best = Math.min(best, 1 + byDefinition(one.substring(2), other.substring(2)));
        }
        return best;
    }
}
