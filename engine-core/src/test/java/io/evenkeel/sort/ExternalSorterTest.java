package io.evenkeel.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(MemoryMode.class)
final class ExternalSorterTest {

    private final MemoryMode mode;

    ExternalSorterTest(MemoryMode mode) {
        this.mode = mode;
    }

    /** Compares the first byte only, so that many different records are equal to it. */
    private static final RecordComparator FIRST_BYTE = (a, aStart, aLength, b, bStart, bLength) ->
            Integer.compare(aLength == 0 ? -1 : a[aStart] & 0xFF, bLength == 0 ? -1 : b[bStart] & 0xFF);

    @TempDir
    Path temp;

    @SuppressWarnings("ArrayRecordComponent") // never changed
    private record Row(long prefix, byte[] bytes) {

        static Row at(SortedRecords records) {
            return new Row(
                    records.prefix(),
                    Arrays.copyOfRange(records.array(), records.offset(), records.offset() + records.length()));
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Row row && prefix == row.prefix && Arrays.equals(bytes, row.bytes);
        }

        @Override
        public int hashCode() {
            return Long.hashCode(prefix) + Arrays.hashCode(bytes);
        }

        @Override
        public String toString() {
            return prefix + ":" + (bytes.length > 20 ? bytes.length + " bytes" : Arrays.toString(bytes));
        }
    }

    private static List<Row> rows(Random random, int count, int longest) {
        int kind = random.nextInt(4);
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long prefix = switch (kind) {
                case 0 -> random.nextLong();
                case 1 -> random.nextInt(5);
                case 2 -> random.nextInt(10) < 9 ? 42 : random.nextInt();
                default -> 0;
            };
            int size = random.nextInt(200) == 0 ? random.nextInt(longest) : random.nextInt(40);
            byte[] bytes = new byte[size];
            random.nextBytes(bytes);
            rows.add(new Row(prefix, bytes));
        }
        return rows;
    }

    private static List<Row> sorted(List<Row> rows, boolean compared) {
        Comparator<Row> order = (a, b) -> Long.compareUnsigned(a.prefix, b.prefix);
        if (compared) {
            order = order.thenComparing(
                    (a, b) -> FIRST_BYTE.compare(a.bytes, 0, a.bytes.length, b.bytes, 0, b.bytes.length));
        }
        return rows.stream().sorted(order).toList();
    }

    private static void insert(ExternalSorter sorter, Row row) throws IOException {
        byte[] around = new byte[row.bytes.length + 7];
        System.arraycopy(row.bytes, 0, around, 3, row.bytes.length);
        sorter.insert(row.prefix, around, 3, row.bytes.length);
        Arrays.fill(around, (byte) 99);
    }

    @Test
    void sortsAsANaiveSortDoesWithEveryAmountOfMemory() {
        Seeds.each("ExternalSorterTest", 40, seed -> {
            Random random = new Random(seed);
            boolean compared = random.nextBoolean();
            List<Row> rows = rows(random, random.nextInt(2500), 3000);
            long memory = 12_000L + random.nextInt(1 + random.nextInt(300_000));
            SortSettings settings = new SortSettings(
                    2 + random.nextInt(6),
                    new ByteSize(64 + random.nextInt(8000)),
                    new ByteSize(64 + random.nextInt(500)),
                    random.nextBoolean(),
                    1 + random.nextInt(100));
            try (SpillScene scene = new SpillScene(temp, memory, settings, mode)) {
                ExternalSorter sorter = new ExternalSorter(scene.context(), compared ? FIRST_BYTE : null);
                for (Row row : rows) {
                    insert(sorter, row);
                }
                List<Row> result = new ArrayList<>();
                try (SortedRecords records = sorter.sorted()) {
                    while (records.next()) {
                        result.add(Row.at(records));
                    }
                    assertThat(records.next()).isFalse();
                }
                assertThat(result).isEqualTo(sorted(rows, compared));
                scene.assertNothingLeft();
            }
        });
    }

    /** SPARK-21907, SPARK-22713: memory asked for at any moment, also half way through the result. */
    @Test
    void anythingMayAskForTheMemoryAtAnyMoment() {
        int[] spills = new int[1];
        Seeds.each("ExternalSorterTest", 40, seed -> {
            Random random = new Random(seed);
            List<Row> rows = rows(random, 50 + random.nextInt(1500), 2000);
            int often = 10 + random.nextInt(300);
            try (SpillScene scene = new SpillScene(temp, 200_000, SpillScene.small(2 + random.nextInt(4)), mode)) {
                ExternalSorter sorter = new ExternalSorter(scene.context(), FIRST_BYTE);
                for (Row row : rows) {
                    if (random.nextInt(often) == 0) {
                        scene.takeAllAndGiveBack();
                    }
                    insert(sorter, row);
                }
                List<Row> result = new ArrayList<>();
                try (SortedRecords records = sorter.sorted()) {
                    while (records.next()) {
                        if (random.nextInt(often) == 0) {
                            scene.takeAllAndGiveBack();
                        }
                        result.add(Row.at(records));
                    }
                    scene.takeAllAndGiveBack();
                }
                assertThat(result).isEqualTo(sorted(rows, true));
                spills[0] += (int) sorter.spills();
                scene.assertNothingLeft();
            }
        });
        assertThat(spills[0]).isGreaterThan(100);
    }

    @Test
    void aResultInMemoryThatIsHalfReadGivesItsMemoryBack() throws IOException {
        try (SpillScene scene = new SpillScene(temp, 1 << 20, SpillScene.small(4), mode)) {
            ExternalSorter sorter = new ExternalSorter(scene.context(), null);
            for (int i = 0; i < 5000; i++) {
                sorter.insert(i * 31 % 5000, new byte[] {(byte) i, 1, 2, 3}, 0, 4);
            }
            try (SortedRecords records = sorter.sorted()) {
                for (int i = 0; i < 2500; i++) {
                    assertThat(records.next()).isTrue();
                }
                long held = scene.memory().heldBytes();
                scene.takeAllAndGiveBack();
                assertThat(scene.memory().heldBytes()).isLessThan(2000).isLessThan(held / 100);
                assertThat(records.prefix()).isEqualTo(2499);
                assertThat(records.length()).isEqualTo(4);
                for (int i = 2500; i < 5000; i++) {
                    assertThat(records.next()).isTrue();
                    assertThat(records.prefix()).isEqualTo(i);
                }
                assertThat(records.next()).isFalse();
            }
            assertThat(sorter.spills()).isEqualTo(1);
            scene.assertNothingLeft();
        }
    }

    /** MAPREDUCE-7402: many spills are merged in several passes, by the smallest factor too. */
    @Test
    void manyMoreSpillsThanAreMergedAtATime() throws IOException {
        for (int factor : new int[] {2, 3, 7}) {
            List<Row> rows = rows(new Random(factor), 4000, 100);
            try (SpillScene scene = new SpillScene(temp, 16_000, SpillScene.small(factor), mode)) {
                ExternalSorter sorter = new ExternalSorter(scene.context(), FIRST_BYTE);
                for (int i = 0; i < rows.size(); i++) {
                    insert(sorter, rows.get(i));
                    if (i % 50 == 0) {
                        scene.takeAllAndGiveBack();
                    }
                }
                assertThat(sorter.spills()).isGreaterThan(50);
                List<Row> result = new ArrayList<>();
                try (SortedRecords records = sorter.sorted()) {
                    assertThat(scene.filesLeft()).hasSizeLessThanOrEqualTo(factor);
                    while (records.next()) {
                        result.add(Row.at(records));
                    }
                }
                assertThat(result).isEqualTo(sorted(rows, true));
                assertThat(scene.memory().peakBytes())
                        .isLessThanOrEqualTo(mode == MemoryMode.ON_HEAP ? 16_000 : 32_000);
                assertThat(scene.counters().snapshot(0).spills()).isEqualTo(sorter.spills());
                scene.assertNothingLeft();
            }
        }
    }

    @Test
    void recordsOfManyMegabytesAreSortedAndSpilled() throws IOException {
        SortSettings settings = new SortSettings(64, ByteSize.ofMib(1), ByteSize.ofKib(64), true, 10_000);
        int[] sizes = {70 << 20, 10, 3 << 20, 0, 66 << 20};
        try (SpillScene scene = new SpillScene(temp, 300L << 20, settings, mode)) {
            ExternalSorter sorter = new ExternalSorter(scene.context(), null);
            for (int i = 0; i < sizes.length; i++) {
                byte[] bytes = new byte[sizes[i]];
                Arrays.fill(bytes, (byte) i);
                sorter.insert(-i, bytes, 0, bytes.length);
                scene.takeAllAndGiveBack();
            }
            try (SortedRecords records = sorter.sorted()) {
                for (int i : new int[] {0, 4, 3, 2, 1}) {
                    assertThat(records.next()).isTrue();
                    assertThat(records.length()).isEqualTo(sizes[i]);
                    assertThat(allAre(records, (byte) i)).isTrue();
                }
                assertThat(records.next()).isFalse();
            }
            assertThat(sorter.spills()).isEqualTo(sizes.length);
            scene.assertNothingLeft();
        }
    }

    private static boolean allAre(SortedRecords records, byte value) {
        for (int i = 0; i < records.length(); i++) {
            if (records.array()[records.offset() + i] != value) {
                return false;
            }
        }
        return true;
    }

    @Test
    void nothingInsertedIsAnEmptyResult() throws IOException {
        try (SpillScene scene = new SpillScene(temp, 100_000, SpillScene.small(4), mode)) {
            ExternalSorter sorter = new ExternalSorter(scene.context(), null);
            try (SortedRecords records = sorter.sorted()) {
                assertThat(records.next()).isFalse();
                scene.takeAllAndGiveBack();
                assertThat(records.next()).isFalse();
            }
            scene.assertNothingLeft();
            assertThatThrownBy(() -> sorter.insert(0, new byte[1], 0, 1)).isInstanceOf(IllegalStateException.class);
        }
    }

    /** Every amount of memory gives the right rows, or says that it is too little; nothing in between. */
    @Test
    void memoryThatIsRefusedAtAnyPointIsAnErrorOrTheRightResult() throws IOException {
        List<Row> rows = rows(new Random(5), 300, 700);
        List<Row> expected = sorted(rows, true);
        int refused = 0;
        int done = 0;
        for (int bytes = 100; bytes < 14_000; bytes += 137) {
            try (SpillScene scene = new SpillScene(temp, bytes, SpillScene.small(3), mode)) {
                List<Row> result = new ArrayList<>();
                try (ExternalSorter sorter = new ExternalSorter(scene.context(), FIRST_BYTE)) {
                    for (Row row : rows) {
                        insert(sorter, row);
                    }
                    SortedRecords records = sorter.sorted();
                    while (records.next()) {
                        result.add(Row.at(records));
                    }
                    assertThat(result).isEqualTo(expected);
                    done++;
                } catch (EngineException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
                    refused++;
                }
                scene.assertNothingLeft();
            }
        }
        assertThat(refused).isGreaterThan(5);
        assertThat(done).isGreaterThan(20);
    }

    @Test
    void aDiskThatIsFullAtAnyWriteIsAnErrorAndLeavesNothing() throws IOException {
        List<Row> rows = rows(new Random(6), 700, 500);
        int failures = 0;
        boolean failed = true;
        for (int write = 1; failed; write += 1 + write / 8) {
            try (SpillScene scene = new SpillScene(temp, 10_000, SpillScene.small(2), mode)) {
                scene.failFromWrite(write);
                failed = false;
                try (ExternalSorter sorter = new ExternalSorter(scene.context(), FIRST_BYTE)) {
                    for (Row row : rows) {
                        insert(sorter, row);
                    }
                    SortedRecords records = sorter.sorted();
                    List<Row> result = new ArrayList<>();
                    while (records.next()) {
                        result.add(Row.at(records));
                    }
                    assertThat(result).isEqualTo(sorted(rows, true));
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("no space left");
                    failed = true;
                    failures++;
                }
                assertThat(scene.failedWrites() > 0).isEqualTo(failed);
                scene.assertNothingLeft();
            }
        }
        System.out.println("failed writes that took effect: " + failures);
        assertThat(failures).isGreaterThan(15);
    }

    @Test
    void aSpillThatFailedLosesNoRecordWhenItIsTriedAgain() throws IOException {
        try (SpillScene scene = new SpillScene(temp, 100_000, SpillScene.small(2), mode)) {
            ExternalSorter sorter = new ExternalSorter(scene.context(), null);
            List<Row> rows = rows(new Random(7), 400, 100);
            for (Row row : rows) {
                insert(sorter, row);
            }
            scene.failFromWrite(3);
            assertThatThrownBy(scene::takeAllAndGiveBack).hasMessageContaining("no space left");
            assertThat(scene.filesLeft()).isEmpty();
            scene.failFromWrite(Integer.MAX_VALUE);
            List<Row> result = new ArrayList<>();
            try (SortedRecords records = sorter.sorted()) {
                while (records.next()) {
                    result.add(Row.at(records));
                }
            }
            assertThat(result).isEqualTo(sorted(rows, false));
            scene.assertNothingLeft();
        }
    }
}
