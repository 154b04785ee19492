package io.evenkeel.skew.strategy;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.dataset.SkewStep.Side;
import io.evenkeel.operator.FlatMapOperator;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.plan.Determinism;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gives rows of one side of a join salted keys: spreads them, and copies them to where they meet the other side's. A null
 * key that matches nothing is spread over all parts there are, apart from those of the other side. Immutable.
 *
 * @param promise what the rows promise
 * @param reducers among how many reducers the parts of a key are dealt out; 0 where they fall as they hash
 * @param spreadNulls over how many parts null keys are spread; 0 where they are keys like others
 */
record SpreadOperator<K, V>(String name, Side side, Grids grids, Determinism promise, int reducers, int spreadNulls)
        implements Operator<Pair<K, V>, Pair<SaltedKey, V>> {

    @Override
    public Records<Pair<SaltedKey, V>> open(Records<Pair<K, V>> input, TaskContext context) throws Exception {
        Salts salts = Salts.of(promise, context);
        Places places = reducers == 0 ? null : new Places(reducers);
        return new FlatMapOperator<Pair<K, V>, Pair<SaltedKey, V>>(row -> spread(row, salts, places))
                .open(input, context);
    }

    private List<Pair<SaltedKey, V>> spread(Pair<K, V> row, Salts salts, @Nullable Places places) {
        @Nullable Object key = row.key();
        if (key == null && spreadNulls > 0) {
            int part = 2 * salts.next(row.value(), spreadNulls) + (side == Side.LEFT ? 0 : 1);
            return List.of(new Pair<>(new SaltedKey(null, part), row.value()));
        }
        long hash = StructuralHash.hash(key);
        Grid grid = grids.of(hash);
        if (grid.isWhole()) {
            return List.of(new Pair<>(new SaltedKey(key, 0), row.value()));
        }
        boolean isLeft = side == Side.LEFT;
        int lines = isLeft ? grid.lines() : grid.columns();
        int copies = isLeft ? grid.columns() : grid.lines();
        int line = salts.next(row.value(), lines);
        List<Pair<SaltedKey, V>> rows = new ArrayList<>(copies);
        for (int copy = 0; copy < copies; copy++) {
            int cell = isLeft ? grid.cell(line, copy) : grid.cell(copy, line);
            int part = places == null ? cell : places.part(key, hash, grid, cell);
            rows.add(new Pair<>(new SaltedKey(key, part), row.value()));
        }
        return rows;
    }
}
