package io.evenkeel.sketch;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.CodecRegistry;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A key that a sketch counts, so that people and rules can name it. Immutable. */
public sealed interface KeySample extends Serializable {

    /** Keys whose encoding is longer are kept as text only. */
    int MAX_KEY_BYTES = 256;

    /** Texts are cut after so many characters. */
    int MAX_CHARACTERS = 200;

    /** An order in which whole keys come first, so that which sample is kept does not depend on who comes first. */
    Comparator<KeySample> ORDER = Comparator.<KeySample>comparingInt(sample -> sample instanceof Whole ? 0 : 1)
            .thenComparing(sample -> sample instanceof Whole whole ? whole.codec() : ((Shortened) sample).text())
            .thenComparing(
                    sample -> sample instanceof Whole whole ? whole.key() : new byte[0], Arrays::compareUnsigned);

    /** The key as text, cut where it is long. */
    String text(CodecRegistry codecs);

    /**
     * The key itself, encoded. Nobody writes to the array.
     *
     * @param codec descriptor of the codec it is written by
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over once; compared by ORDER
    record Whole(String codec, byte[] key) implements KeySample {

        /** The key as an object. */
        public Object decode(CodecRegistry codecs) {
            return codecs.fromDescriptor(codec).read(new ByteReader(key));
        }

        @Override
        public String text(CodecRegistry codecs) {
            return textOf(decode(codecs));
        }
    }

    /** The beginning of a key that is too long to be kept. */
    record Shortened(String text) implements KeySample {

        @Override
        public String text(CodecRegistry codecs) {
            return text;
        }
    }

    /** A key as text, cut where it is long; never fails. Arrays show their elements. */
    static String textOf(@Nullable Object key) {
        try {
            String inBrackets = Arrays.deepToString(new Object[] {key});
            String text = inBrackets.substring(1, inBrackets.length() - 1);
            return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "…";
        } catch (RuntimeException | StackOverflowError e) {
            return "a " + Objects.requireNonNull(key).getClass().getName() + " that can't be printed: " + e;
        }
    }
}
