package io.evenkeel.codec;

import io.evenkeel.record.Pair;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random values that are likely to be handled wrong. */
@SuppressWarnings("NullAway") // null is a value of some codecs, and generics can't say so
final class HostileValues {

    private HostileValues() {}

    enum Weekday {
        MON,
        TUE {
            @Override
            public String toString() {
                return "has a class of its own";
            }
        },
        WITH_A_LONG_NAME
    }

    static String text(Random random) {
        int[] limits = {0x80, 0x100, 0x101, 0x10000};
        int limit = limits[random.nextInt(limits.length)];
        char[] chars = new char[random.nextInt(random.nextInt(10) == 0 ? 300 : 12)];
        for (int i = 0; i < chars.length; i++) {
            chars[i] = (char) (random.nextInt(3) == 0 ? limit - 1 - random.nextInt(3) : random.nextInt(limit));
        }
        return new String(chars);
    }

    static int near(Random random) {
        return random.nextInt() >> random.nextInt(32);
    }

    static long nearLong(Random random) {
        return random.nextLong() >> random.nextInt(64);
    }

    static Object anything(Random random, int depth) {
        return switch (random.nextInt(depth == 0 ? 8 : 13)) {
            case 0 -> near(random);
            case 1 -> nearLong(random);
            case 2 -> text(random);
            case 3 -> random.nextBoolean();
            case 4 -> Weekday.class.getEnumConstants()[random.nextInt(3)];
            case 5 -> new BigDecimal(BigInteger.valueOf(near(random)), random.nextInt(9) - 4);
            case 6 -> new int[] {near(random)};
            case 7 -> -0.0;
            case 8 -> list(random, depth - 1);
            case 9 -> new LinkedHashSet<>(List.of(text(random), 1L));
            case 10 -> new LinkedHashMap<>(Map.of(text(random), anything(random, depth - 1)));
            case 11 -> Pair.of(anything(random, depth - 1), random.nextBoolean() ? null : anything(random, depth - 1));
            default -> new Object[] {anything(random, depth - 1), null};
        };
    }

    static List<Object> list(Random random, int depth) {
        List<Object> list = new ArrayList<>();
        boolean one = random.nextBoolean();
        for (int i = random.nextInt(5); i > 0; i--) {
            list.add(one ? (Object) near(random) : random.nextInt(5) == 0 ? null : anything(random, depth));
        }
        return list;
    }
}
