package io.evenkeel.sort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.memory.MemoryMode;
import io.evenkeel.testing.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource(MemoryMode.class)
final class SpillableRecordsTest {

    private final MemoryMode mode;

    SpillableRecordsTest(MemoryMode mode) {
        this.mode = mode;
    }

    @TempDir
    Path temp;

    private static byte[] current(RecordCursor cursor) {
        return Arrays.copyOfRange(cursor.array(), cursor.offset(), cursor.offset() + cursor.length());
    }

    private static byte[] record(Random random, int number) {
        byte[] bytes = new byte[4 + (random.nextInt(100) == 0 ? random.nextInt(1500) : random.nextInt(30))];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (number >> (8 * (i % 4)));
        }
        return bytes;
    }

    /** Cursors that stand anywhere, in any number, while memory is asked for at any moment. */
    @Test
    void showsWhatWasAppendedToEveryCursor() {
        long[] spills = new long[1];
        Seeds.each("SpillableRecordsTest", 40, seed -> {
            Random random = new Random(seed);
            try (SpillScene scene = new SpillScene(temp, 60_000 + random.nextInt(50_000), SpillScene.small(4), mode)) {
                SpillableRecords list = new SpillableRecords(scene.context());
                for (int round = 0; round < 4; round++) {
                    List<byte[]> expected = new ArrayList<>();
                    int count = random.nextInt(4) == 0 ? random.nextInt(4) : random.nextInt(1200);
                    for (int i = 0; i < count; i++) {
                        byte[] bytes = record(random, i);
                        expected.add(bytes);
                        list.append(bytes, 0, bytes.length);
                        if (random.nextInt(250) == 0) {
                            scene.takeAllAndGiveBack();
                        }
                    }
                    assertThat(list.count()).isEqualTo(count);
                    readWithManyCursors(scene, list, expected, random);
                    list.clear();
                    assertThat(scene.filesLeft()).isEmpty();
                    assertThat(list.count()).isZero();
                }
                spills[0] += list.spills();
                list.close();
                scene.assertNothingLeft();
            }
        });
        assertThat(spills[0]).isGreaterThan(200);
    }

    private static void readWithManyCursors(
            SpillScene scene, SpillableRecords list, List<byte[]> expected, Random random) throws IOException {
        List<RecordCursor> cursors = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (int step = 0; step < 300; step++) {
            int choice = random.nextInt(40);
            if (choice == 0) {
                scene.takeAllAndGiveBack();
            } else if (cursors.isEmpty() || (choice < 3 && cursors.size() < 12)) {
                cursors.add(list.open());
                places.add(0);
            } else {
                int which = random.nextInt(cursors.size());
                RecordCursor cursor = cursors.get(which);
                int place = places.get(which);
                if (place > 0 && place <= expected.size()) {
                    assertThat(current(cursor)).isEqualTo(expected.get(place - 1));
                }
                int steps = random.nextInt(30);
                for (int i = 0; i < steps; i++) {
                    boolean more = cursor.next();
                    assertThat(more).isEqualTo(place < expected.size());
                    if (more) {
                        assertThat(current(cursor)).isEqualTo(expected.get(place));
                        place++;
                    } else {
                        place = expected.size() + 1;
                        break;
                    }
                }
                places.set(which, place);
                if (random.nextInt(20) == 0) {
                    cursor.close();
                    cursors.remove(which);
                    places.remove(which);
                }
            }
        }
    }

    @Test
    void iteratorsThatAreLeftHalfReadDontPileUp() throws IOException {
        try (SpillScene scene = new SpillScene(temp, 20_000, SpillScene.small(4), mode)) {
            SpillableRecords list = new SpillableRecords(scene.context());
            for (int i = 0; i < 9000; i++) {
                list.append(new byte[] {(byte) i, (byte) (i >> 8), 0, 0}, 0, 4);
            }
            assertThat(list.spills()).isGreaterThan(1);
            for (int i = 0; i < 500; i++) {
                RecordCursor left = list.open();
                assertThat(left.next()).isTrue();
                assertThat(left.next()).isTrue();
                assertThat(current(left)).containsExactly(1, 0, 0, 0);
            }
            assertThat(scene.memory().heldBytes()).isLessThan(mode == MemoryMode.ON_HEAP ? 10_000 : 30_000);
            list.close();
            scene.assertNothingLeft();
        }
    }

    @Test
    void appendingWhileItIsReadIsRefused() throws IOException {
        try (SpillScene scene = new SpillScene(temp, 20_000, SpillScene.small(4), mode);
                SpillableRecords list = new SpillableRecords(scene.context())) {
            RecordCursor cursor = list.open();
            assertThatThrownBy(() -> list.append(new byte[1], 0, 1)).isInstanceOf(IllegalStateException.class);
            cursor.close();
            list.append(new byte[1], 0, 1);
            RecordCursor stale = list.open();
            list.clear();
            assertThatThrownBy(stale::next).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void whatIsHeldForReuseIsGivenBackWhenItIsWanted() throws IOException {
        try (SpillScene scene = new SpillScene(temp, 20_000, SpillScene.small(4), mode);
                SpillableRecords list = new SpillableRecords(scene.context())) {
            list.append(new byte[10], 0, 10);
            list.clear();
            assertThat(scene.memory().heldBytes()).isPositive();
            scene.takeAllAndGiveBack();
            assertThat(scene.memory().heldBytes()).isZero();
            list.append(new byte[10], 0, 10);
            assertThat(list.count()).isEqualTo(1);
        }
    }

    @Test
    void aDiskThatIsFullOrMemoryThatIsMissingIsAnErrorAndLeavesNothing() throws IOException {
        int failures = 0;
        int refused = 0;
        for (int i = 1; i < 120; i++) {
            try (SpillScene scene = new SpillScene(temp, 100L * i, SpillScene.small(4), mode)) {
                scene.failFromWrite(i);
                Random random = new Random(i);
                try (SpillableRecords list = new SpillableRecords(scene.context())) {
                    for (int n = 0; n < 2000; n++) {
                        byte[] bytes = record(random, n);
                        list.append(bytes, 0, bytes.length);
                    }
                    RecordCursor cursor = list.open();
                    Random again = new Random(i);
                    for (int n = 0; n < 2000; n++) {
                        assertThat(cursor.next()).isTrue();
                        assertThat(current(cursor)).isEqualTo(record(again, n));
                    }
                    assertThat(cursor.next()).isFalse();
                } catch (IOException e) {
                    failures++;
                } catch (EngineException e) {
                    assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY);
                    refused++;
                }
                scene.assertNothingLeft();
            }
        }
        System.out.println("failed writes that took effect: " + failures + ", refused memory: " + refused);
        assertThat(failures).isGreaterThan(20);
        assertThat(refused).isGreaterThan(5);
    }
}
