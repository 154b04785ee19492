package io.evenkeel.skew.diagnosis.log;

/** A growing set of longs in one array; the lowest long can't be added. Confined to one thread. */
final class LongSet {

    private static final long FREE = Long.MIN_VALUE;

    private long[] slots = filled(16);
    private int size;

    /** False if it was there already. */
    boolean add(long value) {
        if (size * 2 >= slots.length) {
            long[] old = slots;
            slots = filled(old.length * 2);
            for (long each : old) {
                if (each != FREE) {
                    slots[place(each)] = each;
                }
            }
        }
        int place = place(value);
        if (slots[place] == value) {
            return false;
        }
        slots[place] = value;
        size++;
        return true;
    }

    private int place(long value) {
        int mask = slots.length - 1;
        int place = (int) ((value * 0x9E3779B97F4A7C15L) >>> 32) & mask;
        while (slots[place] != FREE && slots[place] != value) {
            place = (place + 1) & mask;
        }
        return place;
    }

    private static long[] filled(int length) {
        long[] slots = new long[length];
        java.util.Arrays.fill(slots, FREE);
        return slots;
    }
}
