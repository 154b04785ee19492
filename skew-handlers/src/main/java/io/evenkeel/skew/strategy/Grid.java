package io.evenkeel.skew.strategy;

import java.io.Serializable;

/**
 * How the rows of one key are spread in a join: the left ones over rows of a grid, the right ones over its columns. A left
 * row is copied to all cells of its line, a right one to all of its column, so that every pair meets in one cell. Immutable.
 *
 * @param lines over how many parts the left rows are spread; with 1, right rows are not copied
 * @param columns over how many parts the right rows are spread; with 1, left rows are not copied
 */
record Grid(int lines, int columns) implements Serializable {

    static final Grid WHOLE = new Grid(1, 1);

    boolean isWhole() {
        return lines == 1 && columns == 1;
    }

    int cell(int line, int column) {
        return line * columns + column;
    }
}
