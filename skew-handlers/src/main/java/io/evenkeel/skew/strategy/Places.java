package io.evenkeel.skew.strategy;

import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.codec.StructuralHash;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the parts of spread keys so that they go to different reducers: parts numbered as they come would often meet in one,
 * as balls thrown into bins. Both sides of a join find the same numbers, since these depend on the key, how many cells it has,
 * and how many reducers there are. Confined to a task's thread.
 */
final class Places {

    /** So many tries for each reducer; who is not lucky by then shares one. */
    private static final int TRIES = 30;

    private final int reducers;
    private final Map<Long, Numbered> known = new HashMap<>();

    /** The numbers of one key's parts. */
    @SuppressWarnings("ArrayRecordComponent") // nobody writes to it
    private record Numbered(@Nullable Object key, int[] parts) {}

    Places(int reducers) {
        this.reducers = reducers;
    }

    /** The number of the part that is a cell of a key's grid. */
    int part(@Nullable Object key, long hash, Grid grid, int cell) {
        Numbered numbered = known.get(hash);
        if (numbered == null) {
            numbered = new Numbered(key, parts(key, hash, grid.lines() * grid.columns()));
            known.put(hash, numbered);
        }
        return StructuralEquality.equals(numbered.key(), key)
                ? numbered.parts()[cell]
                : parts(key, hash, grid.lines() * grid.columns())[cell];
    }

    /** Cells go to reducers at even distances, from the one that the key itself goes to; what is left takes free numbers. */
    private int[] parts(@Nullable Object key, long hash, int cells) {
        int[] parts = new int[cells];
        if (cells > reducers) {
            Arrays.setAll(parts, cell -> cell);
            return parts;
        }
        int[] cellOf = new int[reducers];
        Arrays.fill(cellOf, -1);
        int first = StructuralHash.reducer(hash, reducers);
        for (int cell = 0; cell < cells; cell++) {
            cellOf[(int) ((first + (long) cell * reducers / cells) % reducers)] = cell;
        }
        Arrays.fill(parts, -1);
        int missing = cells;
        int number = 0;
        for (; missing > 0 && number < TRIES * reducers; number++) {
            int reducer = StructuralHash.reducer(StructuralHash.hash(new SaltedKey(key, number)), reducers);
            int cell = cellOf[reducer];
            if (cell >= 0) {
                parts[cell] = number;
                cellOf[reducer] = -1;
                missing--;
            }
        }
        for (int cell = 0; cell < cells; cell++) {
            parts[cell] = parts[cell] < 0 ? number++ : parts[cell];
        }
        return parts;
    }
}
