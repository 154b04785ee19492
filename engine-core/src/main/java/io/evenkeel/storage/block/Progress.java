package io.evenkeel.storage.block;

/** Looks now and then whether the task was cancelled while rows are stored. Confined to one thread. */
final class Progress {

    private static final int CHECK_EVERY = 1 << 12;

    private final Runnable check;
    private int sinceCheck;

    /**
     * @param check throws if the task was cancelled
     */
    Progress(Runnable check) {
        this.check = check;
    }

    void row() {
        if (++sinceCheck == CHECK_EVERY) {
            sinceCheck = 0;
            check.run();
        }
    }
}
