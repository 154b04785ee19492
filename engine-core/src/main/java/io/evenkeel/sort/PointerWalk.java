package io.evenkeel.sort;

/**
 * Shows the records of sorted pointers, one after the other. Records that follow each other by order lie far apart in
 * their pages, and a processor that asks for one at a time waits for memory each time. So the lengths and the last bytes
 * of the next few are read before the first of them is shown, in a loop whose reads do not depend on each other.
 *
 * <p>Confined to the task's thread.
 */
final class PointerWalk {

    /** Few enough that what is read stays in the first cache until it is shown. */
    private static final int AHEAD = 32;

    private final RecordPages pages;
    private final long[] pointers;
    private final int end;
    private final int[] lengths = new int[AHEAD];
    private int first;
    private int behind;

    /** What was read ahead goes in here, so that reading it is not left out. */
    @SuppressWarnings("UnusedVariable")
    private int touched;

    /**
     * @param pointers pairs of a prefix and an address
     * @param end behind the last pair
     */
    PointerWalk(RecordPages pages, long[] pointers, int end) {
        this.pages = pages;
        this.pointers = pointers;
        this.end = end;
    }

    /** Shows the record of a pair. */
    void show(int pair, RecordView record) {
        if (pair < first || pair >= behind) {
            readAhead(pair);
        }
        record.show(pages, pointers[2 * pair + 1], lengths[pair - first]);
    }

    private void readAhead(int pair) {
        first = pair;
        behind = Math.min(end, pair + AHEAD);
        for (int i = pair; i < behind; i++) {
            lengths[i - pair] = pages.length(pointers[2 * i + 1]);
        }
        int sum = 0;
        for (int i = pair; i < behind; i++) {
            sum += pages.lastByte(pointers[2 * i + 1], lengths[i - pair]);
        }
        touched += sum;
    }
}
