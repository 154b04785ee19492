package io.evenkeel.plan;

/** Which rows of two sides a join gives. */
public enum JoinType {
    /** Every pair of values whose keys match. */
    INNER("inner join"),
    /** The same, and the left rows without a match. */
    LEFT_OUTER("left outer join"),
    /** The same, and the right rows without a match. */
    RIGHT_OUTER("right outer join"),
    /** The same, and the rows of both sides without a match. */
    FULL_OUTER("full outer join"),
    /** The left rows with a match, each once. */
    SEMI("semi join"),
    /** The left rows without a match. */
    ANTI("anti join"),
    /** The left rows whose key the right side does not have, where null is a key like any other. */
    SUBTRACT("subtraction");

    private final String description;

    JoinType(String description) {
        this.description = description;
    }

    /** What it is called in plans. */
    public String describe() {
        return description;
    }

    /** Whether its rows are pairs of a left and a right value; otherwise they are left rows. */
    public boolean givesPairs() {
        return switch (this) {
            case INNER, LEFT_OUTER, RIGHT_OUTER, FULL_OUTER -> true;
            case SEMI, ANTI, SUBTRACT -> false;
        };
    }

    /** Whether left rows without a match are given. */
    public boolean keepsLeft() {
        return switch (this) {
            case LEFT_OUTER, FULL_OUTER, ANTI, SUBTRACT -> true;
            case INNER, RIGHT_OUTER, SEMI -> false;
        };
    }

    /** Whether right rows without a match are given. */
    public boolean keepsRight() {
        return switch (this) {
            case RIGHT_OUTER, FULL_OUTER -> true;
            case INNER, LEFT_OUTER, SEMI, ANTI, SUBTRACT -> false;
        };
    }

    /** Whether null keys match null keys. */
    public boolean matchesNull() {
        return this == SUBTRACT;
    }
}
