package io.evenkeel.perf.workload;

import java.nio.charset.StandardCharsets;

/** What stands in the records of the workloads, each a function of the record's number. Stateless. */
public final class GeneratedRows {

    /** Length of {@link #body}. */
    public static final int BODY_BYTES = 90;

    private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
    private static final int DIGITS = 32;
    private static final int REPEATED = 4;

    private GeneratedRows() {}

    /** A number of 20 bits to add up. */
    public static long value(long record) {
        return (record * 0x9E3779B97F4A7C15L) >>> 44;
    }

    /** What the record is sorted by. */
    public static long sortKey(long record) {
        return Mixing.mix(record ^ 0x5bd1e995L);
    }

    /** What a row of the smaller side of a join says about its key. */
    public static long attribute(long rank) {
        return rank % 1000;
    }

    /** Ninety bytes: the record's number in 32 hexadecimal digits, letters four times each, the end of a line. */
    public static byte[] body(long record) {
        byte[] body = new byte[BODY_BYTES];
        for (int i = 0; i < DIGITS / 2; i++) {
            body[i] = '0';
            body[DIGITS - 1 - i] = HEX[(int) (record >>> (4 * i)) & 15];
        }
        long mixed = Mixing.mix(record + 77);
        int place = DIGITS;
        while (place < BODY_BYTES - 2) {
            byte letter = HEX[(int) (mixed & 15)];
            mixed >>>= 4;
            for (int i = 0; i < REPEATED; i++) {
                body[place + i] = letter;
            }
            place += REPEATED;
        }
        body[place] = '\r';
        body[place + 1] = '\n';
        return body;
    }

    /** The word of a rank: frequent words are short. */
    public static String word(int rank) {
        long mixed = Mixing.mix(rank * 31L + 5);
        int length = rank < 200 ? 1 + (int) (mixed & 3) : 3 + (int) ((mixed & 7) + (mixed >>> 3 & 3));
        StringBuilder word = new StringBuilder();
        for (int rest = rank; rest > 0 || word.isEmpty(); rest /= 26) {
            word.append((char) ('a' + rest % 26));
        }
        while (word.length() < length) {
            mixed >>>= 3;
            word.append((char) ('a' + (mixed & 15)));
        }
        return word.toString();
    }
}
