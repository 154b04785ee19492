package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * Jobs whose data is far larger than a small heap, each with its right result, counted without the engine. Sizes are for
 * a heap of 512 MB; a scale makes them smaller.
 */
enum MemoryCase {

    /** Counts words, of which ten million are distinct; a tenth of them come often. */
    WORDS("word count, 10 M distinct words") {
        @Override
        Digest run(EngineSession session, double scale) {
            long distinct = scaled(DISTINCT_WORDS, scale);
            long rows = distinct + OFTEN * (distinct / OFTEN);
            return Digest.of(
                    session,
                    session.range(0, rows)
                            .keyBy(row -> word(row < distinct ? row : row % (distinct / OFTEN)))
                            .mapValues(row -> 1L)
                            .reduceByKey(Long::sum),
                    count -> Digest.hash(hash(count.key()), count.value()));
        }

        @Override
        Digest expected(double scale) {
            long distinct = scaled(DISTINCT_WORDS, scale);
            long hash = 0;
            for (long rank = 0; rank < distinct; rank++) {
                hash += Digest.hash(hash(word(rank)), rank < distinct / OFTEN ? 1 + OFTEN : 1);
            }
            return new Digest(distinct, hash);
        }
    },

    /** Sorts two gigabytes; that the rows are in order, within partitions and across them, is part of the result. */
    SORT("sort of 2 GB") {
        @Override
        Digest run(EngineSession session, double scale) {
            List<Stretch> stretches = session.range(0, scaled(SORTED_ROWS, scale))
                    .map(row -> new SortWorkload.Row(GeneratedRows.sortKey(row), GeneratedRows.body(row)))
                    .sortBy(SortWorkload.Row::key)
                    .mapPartitions(Stretch::of)
                    .collect();
            long rows = 0;
            long hash = 0;
            long last = Long.MIN_VALUE;
            for (Stretch stretch : stretches) {
                if (stretch.first() < last) {
                    throw new IllegalStateException("not in order: " + last + ", " + stretch.first());
                }
                last = stretch.last();
                rows += stretch.rows();
                hash += stretch.hash();
            }
            return new Digest(rows, hash);
        }

        @Override
        Digest expected(double scale) {
            long rows = scaled(SORTED_ROWS, scale);
            long hash = 0;
            for (long row = 0; row < rows; row++) {
                hash += Stretch.hash(GeneratedRows.sortKey(row), GeneratedRows.body(row));
            }
            return new Digest(rows, hash);
        }
    },

    /** Groups values of a thousand bytes, of which one key has a gigabyte, and reads each group twice. */
    GROUP("groupByKey, one group of twice the heap") {
        @Override
        Digest run(EngineSession session, double scale) {
            long rows = scaled(GROUPED_ROWS, scale);
            return Digest.of(
                    session,
                    session.range(0, rows)
                            .keyBy(row -> key(row))
                            .mapValues(row -> payload(row))
                            .groupByKey()
                            .map(group -> twice(group.key(), group.value())),
                    group -> Digest.hash(group.key(), Digest.hash(group.rows(), group.hash())));
        }

        private static long key(long row) {
            return row % SMALL_GROUPS == 1 ? row / SMALL_GROUPS : 0;
        }

        private static Group twice(long key, Iterable<byte[]> values) {
            Group first = Group.of(key, values);
            Group second = Group.of(key, values);
            if (!first.equals(second)) {
                throw new IllegalStateException("the group was read as " + first + ", then as " + second);
            }
            return first;
        }

        @Override
        Digest expected(double scale) {
            long rows = scaled(GROUPED_ROWS, scale);
            Group large = new Group(0, 0, 0);
            long hash = 0;
            long groups = 1;
            for (long row = 0; row < rows; row++) {
                if (key(row) == 0) {
                    large = large.with(payload(row));
                } else {
                    groups++;
                    Group small = new Group(key(row), 0, 0).with(payload(row));
                    hash += Digest.hash(small.key(), Digest.hash(small.rows(), small.hash()));
                }
            }
            return new Digest(groups, hash + Digest.hash(0, Digest.hash(large.rows(), large.hash())));
        }
    },

    /** Joins a gigabyte and a half, four rows a key, with as much, two rows a key, half of which match. */
    JOIN("join, each side of three times the heap") {
        @Override
        Digest run(EngineSession session, double scale) {
            long rows = scaled(SIDE_ROWS, scale);
            long keys = rows / LEFT_ROWS_PER_KEY;
            KeyedDataset<Long, byte[]> left =
                    session.range(0, rows).keyBy(row -> row % keys).mapValues(row -> payload(row));
            KeyedDataset<Long, byte[]> right = session.range(0, RIGHT_ROWS_PER_KEY * 2 * keys)
                    .keyBy(row -> row % (2 * keys))
                    .mapValues(row -> payload(-row));
            return Digest.of(
                    session,
                    left.join(right),
                    pair -> Digest.hash(
                            pair.key(),
                            Digest.hash(
                                    hash(pair.value().key()), hash(pair.value().value()))));
        }

        @Override
        Digest expected(double scale) {
            long rows = scaled(SIDE_ROWS, scale);
            long keys = rows / LEFT_ROWS_PER_KEY;
            long hash = 0;
            long matches = 0;
            for (long left = 0; left < rows; left++) {
                long key = left % keys;
                long payload = hash(payload(left));
                for (long right = key; right < RIGHT_ROWS_PER_KEY * 2 * keys; right += 2 * keys) {
                    matches++;
                    hash += Digest.hash(key, Digest.hash(payload, hash(payload(-right))));
                }
            }
            return new Digest(matches, hash);
        }
    },

    /** Makes sixty million longs distinct, of which fifty million are. */
    DISTINCT("distinct of 50 M longs") {
        @Override
        Digest run(EngineSession session, double scale) {
            long distinct = scaled(DISTINCT_LONGS, scale);
            return Digest.of(
                    session,
                    session.range(0, distinct + distinct / 5)
                            .map(row -> Mixing.mix(row % distinct))
                            .distinct(),
                    number -> number);
        }

        @Override
        Digest expected(double scale) {
            long distinct = scaled(DISTINCT_LONGS, scale);
            long hash = 0;
            for (long row = 0; row < distinct; row++) {
                hash += Mixing.mix(row);
            }
            return new Digest(distinct, hash);
        }
    };

    private static final long DISTINCT_WORDS = 10_000_000;
    private static final long OFTEN = 10;
    private static final long SORTED_ROWS = (2L << 30) / (GeneratedRows.BODY_BYTES + Long.BYTES);
    private static final int PAYLOAD_BYTES = 1000;
    private static final long GROUPED_ROWS = (1L << 30) / PAYLOAD_BYTES;
    private static final long SMALL_GROUPS = 100;
    private static final long SIDE_ROWS = (3L << 29) / PAYLOAD_BYTES;
    private static final long LEFT_ROWS_PER_KEY = 4;
    private static final long RIGHT_ROWS_PER_KEY = 2;
    private static final long DISTINCT_LONGS = 50_000_000;

    private final String title;

    MemoryCase(String title) {
        this.title = title;
    }

    /** A partition of sorted rows. */
    record Stretch(long first, long last, long rows, long hash) {

        static Iterator<Stretch> of(Iterator<SortWorkload.Row> rows) {
            if (!rows.hasNext()) {
                return Collections.emptyIterator();
            }
            SortWorkload.Row row = rows.next();
            long first = row.key();
            long last = first;
            long count = 1;
            long hash = hash(row.key(), row.body());
            while (rows.hasNext()) {
                row = rows.next();
                if (row.key() < last) {
                    throw new IllegalStateException("not in order: " + last + ", " + row.key());
                }
                last = row.key();
                count++;
                hash += hash(row.key(), row.body());
            }
            return List.of(new Stretch(first, last, count, hash)).iterator();
        }

        static long hash(long key, byte[] body) {
            return Digest.hash(key, Arrays.hashCode(body));
        }
    }

    /** What a group is compared by. */
    record Group(long key, long rows, long hash) {

        static Group of(long key, Iterable<byte[]> values) {
            Group group = new Group(key, 0, 0);
            for (byte[] value : values) {
                group = group.with(value);
            }
            return group;
        }

        Group with(byte[] value) {
            return new Group(key, rows + 1, hash + MemoryCase.hash(value));
        }
    }

    static MemoryCase named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    String title() {
        return title;
    }

    /** Runs the job. */
    abstract Digest run(EngineSession session, double scale);

    /** What is right, from a plain loop. */
    abstract Digest expected(double scale);

    private static long scaled(long usual, double scale) {
        return Math.max(1000, Math.round(usual * scale));
    }

    /** A word of its own for each rank. */
    private static String word(long rank) {
        return Long.toHexString(Mixing.mix(rank));
    }

    private static long hash(String word) {
        return Long.parseUnsignedLong(word, 16);
    }

    private static byte[] payload(long row) {
        byte[] payload = new byte[PAYLOAD_BYTES];
        byte[] body = GeneratedRows.body(row);
        for (int at = 0; at + body.length <= PAYLOAD_BYTES; at += body.length) {
            System.arraycopy(body, 0, payload, at, body.length);
        }
        return payload;
    }

    private static long hash(byte[] payload) {
        return Mixing.mix(Arrays.hashCode(payload));
    }
}
