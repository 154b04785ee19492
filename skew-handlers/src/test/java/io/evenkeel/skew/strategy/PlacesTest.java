package io.evenkeel.skew.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.codec.StructuralHash;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Where the parts of a key go, and lookups of a broadcast side. */
final class PlacesTest {

    private static int[] parts(Places places, Object key, Grid grid) {
        int[] parts = new int[grid.lines() * grid.columns()];
        Arrays.setAll(parts, cell -> places.part(key, StructuralHash.hash(key), grid, cell));
        return parts;
    }

    @Test
    void partsOfAKeyGoToDifferentReducersAndAreTheSameForBothSides() {
        for (int reducers : new int[] {1, 2, 7, 64, 1000}) {
            for (int cells = 1; cells <= Math.min(reducers, 100); cells = 2 * cells + 1) {
                Grid grid = new Grid(cells, 1);
                for (Object key : List.of("hot", 17L, List.of("a", 2))) {
                    int[] parts = parts(new Places(reducers), key, grid);
                    assertThat(parts).isEqualTo(parts(new Places(reducers), key, grid));
                    Set<Integer> numbers = new HashSet<>();
                    Set<Integer> met = new HashSet<>();
                    for (int part : parts) {
                        numbers.add(part);
                        met.add(StructuralHash.reducer(StructuralHash.hash(new SaltedKey(key, part)), reducers));
                    }
                    assertThat(numbers).hasSize(cells);
                    assertThat(met).hasSize(cells);
                }
            }
        }
    }

    @Test
    void moreCellsThanReducersAreNumberedAsTheyCome() {
        assertThat(parts(new Places(2), "hot", new Grid(3, 2))).containsExactly(0, 1, 2, 3, 4, 5);
    }

    @Test
    void aBroadcastSideIsFoundByContentWithItsDuplicates() {
        List<Object> keys = Arrays.asList("a", null, "b", "a", new int[] {1, 2}, -0.0);
        HashedRows rows = HashedRows.of(keys, List.of(1, 2, 3, 4, 5, 6));
        assertThat(rows.values("a")).containsExactly(1, 4);
        assertThat(rows.values(null)).containsExactly(2);
        assertThat(rows.values(new int[] {1, 2})).containsExactly(5);
        assertThat(rows.values(0.0)).containsExactly(6);
        assertThat(rows.values("c")).isEmpty();
        assertThat(rows.contains("b")).isTrue();
        assertThat(rows.contains(1)).isFalse();
        assertThat(HashedRows.of(List.of(), List.of()).contains("a")).isFalse();
    }
}
