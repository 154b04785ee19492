package io.evenkeel.config;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a job runs: {@code local} (one task at a time), {@code local[N]} (N at a time) or {@code local[*]} (as many as
 * the machine has processors), in the program's own JVM. Immutable.
 *
 * @param slots how many tasks run at a time; 0 means one per processor
 */
public record Master(int slots) {

    /** What can be written, in words. */
    public static final String FORM = "local, local[N] with N from 1 to 1024, or local[*]";

    private static final Pattern LOCAL = Pattern.compile("local(?:\\[(\\*|[0-9]{1,4})\\])?");
    private static final int MAX_SLOTS = 1024;

    /** Refuses a number of slots below 0 or above 1024. */
    public Master {
        if (slots < 0 || slots > MAX_SLOTS) {
            throw new IllegalArgumentException("slots must be from 1 to " + MAX_SLOTS + ", or 0: " + slots);
        }
    }

    /**
     * Reads one of the forms.
     *
     * @throws IllegalArgumentException for anything else
     */
    public static Master parse(String text) {
        Matcher matcher = LOCAL.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("a master is " + FORM);
        }
        String count = matcher.group(1);
        if (count == null) {
            return new Master(1);
        }
        if (count.equals("*")) {
            return new Master(0);
        }
        int slots = Integer.parseInt(count);
        if (slots == 0) {
            throw new IllegalArgumentException("a master is " + FORM);
        }
        return new Master(slots);
    }

    /** How many tasks run at a time on a machine with this many processors. */
    public int slotsOn(int processors) {
        return slots == 0 ? processors : slots;
    }

    @Override
    public String toString() {
        return slots == 0 ? "local[*]" : "local[" + slots + "]";
    }
}
