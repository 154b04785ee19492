package io.evenkeel.parquet;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A record with a component of every type, and how random ones are made. */
record Thing(
        long id,
        int whole,
        short small,
        byte tiny,
        boolean good,
        float single,
        double twice,
        char letter,
        @Nullable Integer boxed,
        @Nullable Long far,
        @Nullable Double ratio,
        @Nullable Boolean maybe,
        @Nullable String name,
        @Nullable Kind kind,
        @Nullable BigDecimal price,
        @Nullable BigInteger huge,
        @Nullable LocalDate day,
        @Nullable LocalTime time,
        @Nullable LocalDateTime local,
        @Nullable Instant instant,
        @Nullable UUID uuid,
        @Nullable Point point,
        @Nullable List<@Nullable Point> points,
        @Nullable List<@Nullable List<@Nullable String>> words,
        @Nullable Map<String, @Nullable Integer> counts,
        Optional<String> note) {

    enum Kind {
        SMALL,
        LARGE
    }

    record Point(int x, @Nullable Double y, @Nullable List<Long> path) {}

    private static <T> @Nullable T sometimes(SplittableRandom random, Supplier<T> value) {
        return random.nextInt(4) == 0 ? null : value.get();
    }

    private static <T> List<@Nullable T> list(SplittableRandom random, Supplier<T> element) {
        List<@Nullable T> list = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            list.add(sometimes(random, element));
        }
        return list;
    }

    private static String text(SplittableRandom random) {
        String[] parts = {"", "a", "é", "\0", "\n", "\uD83D\uDE00", "\uFFFD", "long text of no meaning"};
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            text.append(parts[random.nextInt(parts.length)]);
        }
        return text.toString();
    }

    private static Point point(SplittableRandom random) {
        List<Long> path = new ArrayList<>();
        for (int i = random.nextInt(3); i > 0; i--) {
            path.add(random.nextLong());
        }
        return new Point(random.nextInt(), sometimes(random, random::nextDouble), random.nextInt(3) == 0 ? null : path);
    }

    private static double number(SplittableRandom random) {
        double[] special = {Double.NaN, -0.0, 0.0, Double.MIN_VALUE, Double.NEGATIVE_INFINITY, Double.MAX_VALUE};
        return random.nextBoolean() ? random.nextDouble() : special[random.nextInt(special.length)];
    }

    private static Map<String, @Nullable Integer> counts(SplittableRandom random) {
        Map<String, @Nullable Integer> counts = new LinkedHashMap<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            counts.put(text(random), sometimes(random, random::nextInt));
        }
        return counts;
    }

    static Thing random(SplittableRandom random) {
        long second = random.nextLong(-60_000_000_000L, 250_000_000_000L);
        long micros = random.nextLong(1_000_000);
        return new Thing(
                random.nextLong(),
                random.nextInt(),
                (short) random.nextInt(),
                (byte) random.nextInt(),
                random.nextBoolean(),
                (float) number(random),
                number(random),
                (char) random.nextInt(0xD800),
                sometimes(random, random::nextInt),
                sometimes(random, random::nextLong),
                sometimes(random, () -> number(random)),
                sometimes(random, random::nextBoolean),
                sometimes(random, () -> text(random)),
                sometimes(random, () -> Kind.values()[random.nextInt(2)]),
                sometimes(random, () -> BigDecimal.valueOf(random.nextLong(), 18)),
                sometimes(random, () -> BigInteger.valueOf(random.nextLong()).multiply(BigInteger.TEN.pow(19))),
                sometimes(random, () -> LocalDate.ofEpochDay(random.nextInt(-700_000, 2_000_000))),
                sometimes(random, () -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000L) * 1_000)),
                sometimes(
                        random,
                        () -> LocalDateTime.ofEpochSecond(second, (int) micros * 1_000, java.time.ZoneOffset.UTC)),
                sometimes(random, () -> Instant.ofEpochSecond(second, micros * 1_000)),
                sometimes(random, () -> new UUID(random.nextLong(), random.nextLong())),
                sometimes(random, () -> point(random)),
                sometimes(random, () -> list(random, () -> point(random))),
                sometimes(random, () -> list(random, () -> list(random, () -> text(random)))),
                sometimes(random, () -> counts(random)),
                Optional.ofNullable(sometimes(random, () -> text(random))));
    }

    static List<Thing> random(SplittableRandom random, int count) {
        List<Thing> things = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            things.add(random(random));
        }
        return things;
    }
}
