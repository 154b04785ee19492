package io.evenkeel.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class IteratorRecordsTest extends RecordsContract<Integer> {

    private static final List<Integer> ROWS = List.of(5, 5, 1, 0, 9, -3, 7, 2);

    private int opened;
    private int closed;

    @Override
    protected Records<Integer> open() {
        opened++;
        return new IteratorRecords<>(ROWS.iterator(), () -> closed++);
    }

    @Override
    protected List<Integer> expected() {
        return ROWS;
    }

    @Override
    protected void assertReleased() {
        assertThat(closed).as("sources closed").isEqualTo(opened);
    }

    @Test
    void pullingFromAnEndlessIteratorReturns() throws Exception {
        Iterator<Integer> endless = Stream.iterate(0, i -> i + 1).iterator();
        List<Integer> rows = new ArrayList<>();
        try (Records<Integer> records = new IteratorRecords<>(endless)) {
            assertThat(records.tryAdvance(rows::add)).isTrue();
            assertThat(records.forEachRemaining(row -> {
                        rows.add(row);
                        return row < 3;
                    }))
                    .isFalse();
        }
        assertThat(rows).containsExactly(0, 1, 2, 3);
    }

    @Test
    void failureToCloseIsToldOnce() throws Exception {
        Records<Integer> records = new IteratorRecords<>(ROWS.iterator(), () -> {
            throw new IOException("disk gone");
        });
        assertThatThrownBy(records::close).isInstanceOf(IOException.class).hasMessage("disk gone");
        records.close();
        assertThat(records.tryAdvance(row -> true)).as("rows after closing").isFalse();
    }
}
