package io.evenkeel.codec;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.function.LongFunction;

/** The codecs of dates and times, all of fixed width and ordered. */
final class TimeCodecs {

    private TimeCodecs() {}

    static List<LeafCodec<?>> all() {
        return List.of(new DateCodec(), new DateTimeCodec(), new InstantCodec(), new DurationCodec());
    }

    private static <T> T build(long value, LongFunction<T> constructor) {
        try {
            return constructor.apply(value);
        } catch (DateTimeException | ArithmeticException e) {
            throw new MalformedEncodingException("no time has the number " + value + ": " + e.getMessage());
        }
    }

    private static int readNanos(ByteReader in) {
        int nanos = in.readInt();
        if (nanos < 0 || nanos >= 1_000_000_000) {
            throw new MalformedEncodingException("a second has no nanosecond " + nanos);
        }
        return nanos;
    }

    /** The day since 1970-01-01. */
    private static final class DateCodec extends FixedWidthCodec<LocalDate> {

        DateCodec() {
            super(LocalDate.class, "date", Long.BYTES);
        }

        @Override
        public void write(LocalDate value, ByteWriter out) {
            Primitives.writeLong(value.toEpochDay(), out);
        }

        @Override
        public LocalDate read(ByteReader in) {
            return build(Primitives.readLong(in), LocalDate::ofEpochDay);
        }
    }

    /** The day since 1970-01-01, then the nanosecond of the day. */
    private static final class DateTimeCodec extends FixedWidthCodec<LocalDateTime> {

        DateTimeCodec() {
            super(LocalDateTime.class, "datetime", 2 * Long.BYTES);
        }

        @Override
        public void write(LocalDateTime value, ByteWriter out) {
            Primitives.writeLong(value.toLocalDate().toEpochDay(), out);
            out.writeLong(value.toLocalTime().toNanoOfDay());
        }

        @Override
        public LocalDateTime read(ByteReader in) {
            LocalDate date = build(Primitives.readLong(in), LocalDate::ofEpochDay);
            return LocalDateTime.of(date, build(in.readLong(), LocalTime::ofNanoOfDay));
        }
    }

    /** Seconds since 1970-01-01T00:00Z, then nanoseconds. */
    private static final class InstantCodec extends FixedWidthCodec<Instant> {

        InstantCodec() {
            super(Instant.class, "instant", Long.BYTES + Integer.BYTES);
        }

        @Override
        public void write(Instant value, ByteWriter out) {
            Primitives.writeLong(value.getEpochSecond(), out);
            out.writeInt(value.getNano());
        }

        @Override
        public Instant read(ByteReader in) {
            Instant second = build(Primitives.readLong(in), Instant::ofEpochSecond);
            return second.plusNanos(readNanos(in));
        }
    }

    /** Seconds, then nanoseconds. */
    private static final class DurationCodec extends FixedWidthCodec<Duration> {

        DurationCodec() {
            super(Duration.class, "duration", Long.BYTES + Integer.BYTES);
        }

        @Override
        public void write(Duration value, ByteWriter out) {
            Primitives.writeLong(value.getSeconds(), out);
            out.writeInt(value.getNano());
        }

        @Override
        public Duration read(ByteReader in) {
            long seconds = Primitives.readLong(in);
            return Duration.ofSeconds(seconds, readNanos(in));
        }
    }
}
