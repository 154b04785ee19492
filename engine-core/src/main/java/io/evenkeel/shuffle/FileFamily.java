package io.evenkeel.shuffle;

import java.nio.file.Path;

/**
 * Data files of which each reducer has one, told apart by its number, such as {@code shuffle-3-group-0-r17.data}.
 * Immutable.
 *
 * @param directory where they are
 * @param stem what their names begin with
 */
public record FileFamily(Path directory, String stem) {

    private static final String ANY_REDUCER = "*";

    /** The name of all of them, in which {@code *} stands for the reducer's number. */
    public String pattern() {
        return stem + "-r" + ANY_REDUCER + ".data";
    }

    /** The file of one reducer. */
    public Path file(int reducer) {
        return directory.resolve(nameOf(pattern(), reducer));
    }

    /** The name of one reducer's file; one that is no pattern is that of every reducer. */
    public static String nameOf(String pattern, int reducer) {
        return pattern.replace(ANY_REDUCER, Integer.toString(reducer));
    }
}
