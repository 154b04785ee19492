package io.evenkeel.file;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/**
 * A path with wildcards: {@code *}, {@code ?} and {@code [a-z]} within a name, {@code {one,two}} anywhere, a backslash
 * before a character that is meant as it stands. A wildcard at the start of a name does not match names that start with
 * {@code _} or {@code .}. Immutable.
 */
final class PathPattern {

    private final List<String> alternatives;

    PathPattern(String pattern) {
        alternatives = expand(pattern);
    }

    static boolean hasWildcards(String text) {
        return text.chars().anyMatch(character -> "*?[{\\".indexOf(character) >= 0);
    }

    /** What exists and matches, in the order of its name, each once. */
    Collection<Path> matches() throws IOException {
        TreeSet<Path> found = new TreeSet<>();
        for (String alternative : alternatives) {
            boolean absolute = alternative.startsWith("/");
            List<Path> reached = List.of(Path.of(absolute ? "/" : ""));
            for (String name : alternative.split("/+")) {
                if (!name.isEmpty()) {
                    reached = step(reached, name);
                }
            }
            found.addAll(reached);
        }
        return found;
    }

    private static List<Path> step(List<Path> directories, String name) throws IOException {
        List<Path> reached = new ArrayList<>();
        if (!hasWildcards(name)) {
            for (Path directory : directories) {
                Path next = directory.resolve(name);
                if (Files.exists(next)) {
                    reached.add(next);
                }
            }
            return reached;
        }
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + name.replace("[^", "[!"));
        boolean showsHidden = name.startsWith("_") || name.startsWith(".");
        for (Path directory : directories) {
            if (!Files.isDirectory(directory)) {
                continue;
            }
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path entry : entries) {
                    Path entryName = entry.getFileName();
                    if (entryName != null
                            && matcher.matches(entryName)
                            && (showsHidden || !isHidden(entryName.toString()))) {
                        reached.add(directory.resolve(entryName));
                    }
                }
            }
        }
        return reached;
    }

    /** Whether listings leave a name out: marks such as {@code _SUCCESS}, and the system's hidden files. */
    static boolean isHidden(String name) {
        return name.startsWith("_") || name.startsWith(".");
    }

    /** Splits at the commas that stand outside of braces. */
    static List<String> splitList(String text) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int i = 0; i < text.length(); i++) {
            switch (text.charAt(i)) {
                case '\\' -> i++;
                case '{' -> depth++;
                case '}' -> depth = Math.max(0, depth - 1);
                case ',' -> {
                    if (depth == 0) {
                        parts.add(text.substring(from, i));
                        from = i + 1;
                    }
                }
                default -> {}
            }
        }
        parts.add(text.substring(from));
        return parts;
    }

    /** The pattern without braces: one for each choice, so that a brace may hold slashes. */
    private static List<String> expand(String pattern) {
        int open = unescaped(pattern, '{', 0);
        if (open < 0) {
            return List.of(pattern);
        }
        int close = closing(pattern, open);
        if (close < 0) {
            throw new IllegalArgumentException("'{' without '}'");
        }
        List<String> expanded = new ArrayList<>();
        for (String choice : splitList(pattern.substring(open + 1, close))) {
            expanded.addAll(expand(pattern.substring(0, open) + choice + pattern.substring(close + 1)));
        }
        return expanded;
    }

    private static int unescaped(String text, char wanted, int from) {
        for (int i = from; i < text.length(); i++) {
            if (text.charAt(i) == '\\') {
                i++;
            } else if (text.charAt(i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static int closing(String pattern, int open) {
        int depth = 0;
        for (int i = open; i < pattern.length(); i++) {
            switch (pattern.charAt(i)) {
                case '\\' -> i++;
                case '{' -> depth++;
                case '}' -> {
                    if (--depth == 0) {
                        return i;
                    }
                }
                default -> {}
            }
        }
        return -1;
    }
}
