package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The Java blocks of a page of documentation, as methods of a class that is compiled as it stands there. A statement with
 * {@code // → result} behind it is compared with it. Immutable.
 */
public final class GuideExamples {

    private static final Pattern BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String RESULT = "; // \u2192 ";
    private static final String ANY_ORDER = "any order ";

    private final List<String> blocks = new ArrayList<>();

    GuideExamples(Path page) throws IOException {
        Matcher examples = BLOCK.matcher(Files.readString(page));
        while (examples.find()) {
            blocks.add(examples.group(1));
        }
    }

    /** All of them as they stand there. */
    String text() {
        return String.join("\n", blocks);
    }

    /** Static methods {@code example0} and on. */
    String methods(String parameters) {
        StringBuilder methods = new StringBuilder();
        for (int i = 0; i < blocks.size(); i++) {
            methods.append("public static void example").append(i);
            methods.append('(').append(parameters).append(") throws Exception {\n");
            methods.append(compared(blocks.get(i))).append("}\n");
        }
        return methods.toString();
    }

    private static String compared(String block) {
        StringBuilder code = new StringBuilder();
        StringBuilder statement = new StringBuilder();
        for (String line : block.split("\n")) {
            int end = line.indexOf(RESULT);
            statement.append(end < 0 ? line : line.substring(0, end)).append('\n');
            if (end >= 0) {
                code.append("io.evenkeel.scheduler.local.GuideExamples.assertShows(")
                        .append(statement)
                        .append(", \"")
                        .append(line.substring(end + RESULT.length()))
                        .append("\");\n");
                statement.setLength(0);
            } else if (line.endsWith(";") && isWhole(statement)) {
                code.append(statement);
                statement.setLength(0);
            }
        }
        return code.append(statement).toString();
    }

    /** Whether every brace is closed. */
    private static boolean isWhole(CharSequence statement) {
        return statement.chars().filter(c -> c == '{').count()
                == statement.chars().filter(c -> c == '}').count();
    }

    /** Called by the examples. */
    public static void assertShows(Object result, String expected) {
        if (expected.startsWith(ANY_ORDER)) {
            List<String> sorted =
                    ((List<?>) result).stream().map(String::valueOf).sorted().toList();
            assertThat(sorted).hasToString(expected.substring(ANY_ORDER.length()));
        } else if (result instanceof double[] numbers) {
            assertThat(Arrays.toString(numbers)).isEqualTo(expected);
        } else if (result instanceof Map<?, ?> map) {
            assertThat(new TreeMap<>(map)).hasToString(expected);
        } else {
            assertThat(result).hasToString(expected);
        }
    }
}
