package io.evenkeel.examples;

import io.evenkeel.scheduler.launcher.UsageException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.SplittableRandom;

/**
 * A text of pronounceable words, each at least once. Word number {@code n} comes up about {@code 1/n} times as often as
 * the first; new words are spread evenly over the text. Immutable: writing it again gives the same bytes.
 *
 * @param bytes how long it is, give or take a line
 * @param distinctWords how many different words it has
 * @param seed texts of other seeds differ
 */
record GeneratedText(long bytes, long distinctWords, long seed) {

    private static final String CONSONANTS = "bdfghjklmnprstvz";
    private static final String VOWELS = "aeio";
    private static final int SYLLABLES = CONSONANTS.length() * VOWELS.length();
    private static final int LINE_LENGTH = 80;

    /** Refuses a text that is too short for its words. */
    GeneratedText {
        long needed = Math.multiplyExact(distinctWords, (long) lengthOf(distinctWords - 1) + 1);
        if (needed > bytes) {
            throw new UsageException(
                    distinctWords + " distinct words need up to " + needed + " bytes, more than " + bytes);
        }
    }

    private static int lengthOf(long word) {
        int length = 0;
        for (long rest = word; rest >= 0; rest = rest / SYLLABLES - 1) {
            length += 2;
        }
        return length;
    }

    /** Writes it, all of it ASCII. The caller closes the stream. */
    void writeTo(OutputStream target) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        byte[] word = new byte[32];
        long written = 0;
        long known = 0;
        long column = 0;
        while (written < bytes - 1) {
            boolean fresh = known < distinctWords && known <= (double) written / bytes * distinctWords;
            int length = spell(fresh ? known : drawn(random, known), word);
            if (fresh) {
                known++;
            }
            column += length + 1;
            word[length] = (byte) (column >= LINE_LENGTH ? '\n' : ' ');
            if (column >= LINE_LENGTH) {
                column = 0;
            }
            target.write(word, 0, length + 1);
            written += length + 1;
        }
        for (; known < distinctWords; known++) {
            int length = spell(known, word);
            word[length] = '\n';
            target.write(word, 0, length + 1);
        }
        target.write('\n');
    }

    /** One of the known words, the first ones most often: its logarithm is spread evenly. */
    private static long drawn(SplittableRandom random, long known) {
        long rank = (long) Math.exp(random.nextDouble() * Math.log(known + 1.0));
        return Math.min(rank, known) - 1;
    }

    /** Spells a number in syllables, so that each number has its own word and small numbers have short ones. */
    private static int spell(long number, byte[] word) {
        int length = lengthOf(number);
        long rest = number;
        for (int at = length - 2; at >= 0; at -= 2) {
            int syllable = (int) (rest % SYLLABLES);
            word[at] = (byte) CONSONANTS.charAt(syllable / VOWELS.length());
            word[at + 1] = (byte) VOWELS.charAt(syllable % VOWELS.length());
            rest = rest / SYLLABLES - 1;
        }
        return length;
    }
}
