package io.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WordsTest {

    private static final String CHARACTERS = "ab, \t\n\u000B\f\r\u00A0\u2003\u0085é漢";

    @Test
    void wordsStandBetweenWhiteSpaceOfAscii() {
        Seeds.each("WordsTest", 500, seed -> {
            Random random = new Random(seed);
            StringBuilder line = new StringBuilder();
            for (int i = random.nextInt(30); i > 0; i--) {
                line.append(CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            }
            List<String> expected = Arrays.stream(line.toString().split("[ \\t\\n\\x0B\\f\\r]+"))
                    .filter(word -> !word.isEmpty())
                    .toList();
            assertThat(Words.split(line.toString())).isEqualTo(expected);
        });
    }

    @Test
    void otherSpacesArePartOfAWord() {
        assertThat(Words.split("non\u00A0breaking\u2003em \u0085"))
                .containsExactly("non\u00A0breaking\u2003em", "\u0085");
    }
}
