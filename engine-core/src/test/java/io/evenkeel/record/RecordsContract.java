package io.evenkeel.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Records}. A subclass opens the same rows again and again, and says what they are.
 *
 * @param <T> the class of rows
 */
public abstract class RecordsContract<T> {

    private static final int SEEDS = 200;

    /** Opens the rows anew; the caller closes them. */
    protected abstract Records<T> open() throws Exception;

    /** What {@link #open} gives; at least three rows. */
    protected abstract List<T> expected();

    /** Fails unless what the rows opened last have held is free again; called after they were closed. */
    protected void assertReleased() {}

    private List<T> rest(Records<T> records) throws Exception {
        List<T> rows = new ArrayList<>();
        assertThat(records.forEachRemaining(rows::add)).as("came to the end").isTrue();
        return rows;
    }

    private static <T> void assertAtEnd(Records<T> records) throws Exception {
        List<T> more = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            assertThat(records.tryAdvance(more::add)).as("pulled at the end").isFalse();
            assertThat(records.forEachRemaining(row -> !more.add(row)))
                    .as("pushed at the end")
                    .isTrue();
        }
        assertThat(more).isEmpty();
    }

    @Test
    void hasRowsToTell() {
        assertThat(expected()).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void pushingGivesAllRows() throws Exception {
        try (Records<T> records = open()) {
            assertThat(rest(records)).isEqualTo(expected());
            assertAtEnd(records);
        }
        assertReleased();
    }

    /** What the sink answers to a pulled row has no meaning. */
    @Test
    void pullingGivesAllRows() throws Exception {
        for (boolean answer : new boolean[] {true, false}) {
            try (Records<T> records = open()) {
                List<T> rows = new ArrayList<>();
                boolean given;
                do {
                    int before = rows.size();
                    given = records.tryAdvance(row -> {
                        rows.add(row);
                        return answer;
                    });
                    assertThat(rows.size() - before)
                            .as("rows given by one pull")
                            .isEqualTo(given ? 1 : 0);
                } while (given);
                assertThat(rows).isEqualTo(expected());
                assertAtEnd(records);
            }
            assertReleased();
        }
    }

    @Test
    void rowAtWhichTheSinkSaysEnoughIsGivenAndTheNextCallGoesOnBehindIt() throws Exception {
        for (int wanted = 1; wanted <= expected().size(); wanted++) {
            int enough = wanted;
            List<T> rows = new ArrayList<>();
            try (Records<T> records = open()) {
                boolean atEnd = records.forEachRemaining(row -> {
                    rows.add(row);
                    return rows.size() < enough;
                });
                assertThat(atEnd).as("at the end after %s rows", enough).isFalse();
                assertThat(rows).isEqualTo(expected().subList(0, enough));
                rows.addAll(rest(records));
                assertThat(rows).as("stopped at row %s", enough).isEqualTo(expected());
                assertAtEnd(records);
            }
            assertReleased();
        }
    }

    @Test
    void skippingPassesOverAsManyRowsAsThereAre() throws Exception {
        List<T> all = expected();
        for (int first = 0; first <= all.size() + 1; first++) {
            int there = Math.min(first, all.size());
            try (Records<T> records = open()) {
                assertThat(records.skip(first)).isEqualTo(there);
                assertThat(rest(records)).isEqualTo(all.subList(there, all.size()));
                assertThat(records.skip(Long.MAX_VALUE)).isZero();
                assertAtEnd(records);
            }
            assertReleased();
        }
    }

    @Test
    void pushingPullingAndSkippingMayBeMixed() {
        List<T> all = expected();
        Seeds.each(getClass().getName(), SEEDS, seed -> {
            Random random = new Random(seed);
            List<T> rows = new ArrayList<>();
            try (Records<T> records = open()) {
                boolean more = true;
                while (more) {
                    more = step(records, rows, all, random);
                }
                assertThat(rows).isEqualTo(all);
                assertAtEnd(records);
            }
            assertReleased();
        });
    }

    /** Pulls a row, pushes or skips some; returns whether there may be more. */
    private boolean step(Records<T> records, List<T> rows, List<T> all, Random random) throws Exception {
        if (random.nextInt(4) == 0) {
            int wanted = random.nextInt(4);
            int skipped = (int) records.skip(wanted);
            rows.addAll(all.subList(rows.size(), rows.size() + skipped));
            return skipped == wanted;
        }
        if (random.nextBoolean()) {
            return records.tryAdvance(row -> {
                rows.add(row);
                return random.nextBoolean();
            });
        }
        int enough = rows.size() + 1 + random.nextInt(4);
        return !records.forEachRemaining(row -> {
            rows.add(row);
            return rows.size() < enough;
        });
    }

    @Test
    void closingIsPossibleAtAnyRowAndTwice() throws Exception {
        for (int read = 0; read <= expected().size(); read++) {
            List<T> rows = new ArrayList<>();
            Records<T> records = open();
            while (rows.size() < read) {
                assertThat(records.tryAdvance(rows::add)).isTrue();
            }
            records.close();
            assertReleased();
            records.close();
            assertReleased();
            assertThat(rows).isEqualTo(expected().subList(0, read));
        }
    }
}
