package io.evenkeel.shuffle.sort;

import io.evenkeel.shuffle.format.ReducerWriter;
import java.io.IOException;
import java.util.List;

/** Several sources as one: a reducer gets what each holds for it, in the order of the sources. */
final class MergedSources implements ReducerSource {

    private final List<? extends ReducerSource> sources;
    private int reducer;

    MergedSources(List<? extends ReducerSource> sources) {
        this.sources = List.copyOf(sources);
        this.reducer = smallest();
    }

    @Override
    public int reducer() {
        return reducer;
    }

    @Override
    public void write(ReducerWriter out) throws IOException {
        for (ReducerSource source : sources) {
            if (source.reducer() == reducer) {
                source.write(out);
            }
        }
        reducer = smallest();
    }

    private int smallest() {
        int smallest = END;
        for (ReducerSource source : sources) {
            smallest = Math.min(smallest, source.reducer());
        }
        return smallest;
    }
}
