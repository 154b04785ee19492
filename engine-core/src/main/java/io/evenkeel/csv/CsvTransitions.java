package io.evenkeel.csv;

import io.evenkeel.csv.CsvState.ByteClass;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a stretch of bytes does to the state before it, for all states at once, one table look-up per byte.
 *
 * <p>A stretch is a function from states to states. Bytes extend it, and only a few functions can come up, so they are
 * numbered and the extension of each by each class of byte is a table. This lets the pieces of a file be looked at side by
 * side; put together in order, they tell the state at each cut. (Ladner and Fischer, "Parallel prefix computation", 1980.)
 *
 * <p>A function is packed into an int: three bits for each state, the state that it leads to. Immutable.
 */
final class CsvTransitions {

    private static final CsvState[] STATES = CsvState.values();
    private static final ByteClass[] CLASSES = ByteClass.values();
    private static final int BITS = 3;

    /** The function of no bytes has the number 0. */
    static final int START = 0;

    private final int[] functions;

    /** The number of function {@code f} extended by class {@code c} stands at {@code f * classes + c}. */
    private final int[] extended;

    private final byte[] classOfByte = new byte[256];

    CsvTransitions(byte separator, byte quote) {
        for (int i = 0; i < 256; i++) {
            classOfByte[i] = (byte) classOf((byte) i, separator, quote).number();
        }
        Map<Integer, Integer> numbers = new HashMap<>();
        List<Integer> known = new ArrayList<>();
        known.add(identity());
        numbers.put(identity(), START);
        List<Integer> table = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            for (ByteClass byteClass : CLASSES) {
                int function = extend(known.get(i), byteClass);
                Integer number = numbers.get(function);
                if (number == null) {
                    number = known.size();
                    numbers.put(function, number);
                    known.add(function);
                }
                table.add(number);
            }
        }
        functions = known.stream().mapToInt(Integer::intValue).toArray();
        extended = table.stream().mapToInt(Integer::intValue).toArray();
    }

    private static ByteClass classOf(byte value, byte separator, byte quote) {
        if (value == separator) {
            return ByteClass.SEPARATOR;
        }
        if (value == quote) {
            return ByteClass.QUOTE;
        }
        return switch (value) {
            case '\r' -> ByteClass.CARRIAGE_RETURN;
            case '\n' -> ByteClass.LINE_FEED;
            default -> ByteClass.OTHER;
        };
    }

    private static int identity() {
        int function = 0;
        for (CsvState state : STATES) {
            function |= state.number() << (BITS * state.number());
        }
        return function;
    }

    private static int extend(int function, ByteClass byteClass) {
        int changed = 0;
        for (CsvState from : STATES) {
            changed |= apply(function, from).next(byteClass).number() << (BITS * from.number());
        }
        return changed;
    }

    /** The number of a function extended by bytes. */
    int extend(int number, byte[] bytes, int offset, int length) {
        int at = number;
        for (int i = offset; i < offset + length; i++) {
            at = extended[at * CLASSES.length + classOfByte[bytes[i] & 0xFF]];
        }
        return at;
    }

    /** The function with this number, packed. */
    int function(int number) {
        return functions[number];
    }

    /** The state behind a stretch, by the state before it. */
    static CsvState apply(int function, CsvState before) {
        return STATES[(function >>> (BITS * before.number())) & ((1 << BITS) - 1)];
    }
}
