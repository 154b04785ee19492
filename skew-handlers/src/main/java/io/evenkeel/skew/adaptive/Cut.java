package io.evenkeel.skew.adaptive;

import io.evenkeel.plan.adapt.ReadSite;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * Into how many parts the inputs of one reducer are cut. Immutable.
 *
 * @param parts for each input
 * @param perTask what each task has to do then, in records
 * @param again how many bytes are read that other parts read too
 */
record Cut(List<Integer> parts, double perTask, double again) {

    /** The most parts that one side of a grid is cut into: from there on a grid only reads more. */
    static final int MAX_GRID_SIDE = 64;

    /**
     * The cut that brings a reducer down to a level with the least reading; empty if none helps.
     *
     * @param level what a task should have to do
     */
    static Optional<Cut> of(ReadSite site, Loads loads, int reducer, double level, AdaptiveSettings settings) {
        List<Cut> candidates = new ArrayList<>();
        for (int input = 0; input < loads.inputs(); input++) {
            if (site.mayBeSplit(input, reducer)) {
                candidates.add(alongOne(loads, reducer, input, level, settings.maxParts()));
            }
        }
        if (candidates.size() == 2 && loads.inputs() == 2 && settings.grid()) {
            for (int right = 2; right <= MAX_GRID_SIDE && right <= loads.read(1, reducer); right++) {
                grid(loads, reducer, right, level, settings.maxParts()).ifPresent(candidates::add);
            }
        }
        double worthwhile = loads.of(reducer) / 1.3;
        return candidates.stream()
                .filter(cut -> cut.perTask < worthwhile)
                .min((one, other) -> one.compareTo(other, level));
    }

    /** The one whose tasks are nearer to the level; among those that reach it the one that reads less. */
    int compareTo(Cut other, double level) {
        double reached = 1.1 * level;
        int byLoad = Double.compare(Math.max(reached, perTask), Math.max(reached, other.perTask));
        return byLoad == 0 ? Double.compare(again, other.again) : byLoad;
    }

    private static Cut alongOne(Loads loads, int reducer, int input, double level, int maxParts) {
        double own = (double) loads.read(input, reducer) + loads.made(reducer);
        double others = (double) loads.read(reducer) - loads.read(input, reducer);
        double room = Math.max(Math.max(level - others, others), level / 4);
        int number = bounded(own / room, Math.min(maxParts, loads.read(input, reducer)));
        List<Integer> parts = new ArrayList<>(Collections.nCopies(loads.inputs(), 1));
        parts.set(input, number);
        double otherBytes = (double) loads.bytes(reducer) - loads.bytes(input, reducer);
        return new Cut(List.copyOf(parts), own / number + others, otherBytes * (number - 1));
    }

    private static Optional<Cut> grid(Loads loads, int reducer, int right, double level, int maxParts) {
        double leftRows = loads.read(0, reducer);
        double rightRows = loads.read(1, reducer);
        double room = level - rightRows / right;
        if (room <= 0) {
            return Optional.empty();
        }
        double made = loads.made(reducer);
        int left = bounded((leftRows + made / right) / room, Math.min(maxParts / right, (long) leftRows));
        double perTask = leftRows / left + rightRows / right + made / left / right;
        double again = (left - 1.0) * loads.bytes(1, reducer) + (right - 1.0) * loads.bytes(0, reducer);
        return Optional.of(new Cut(List.of(left, right), perTask, again));
    }

    private static int bounded(double wanted, long most) {
        return (int) Math.max(1.0, Math.min(Math.ceil(wanted), (double) Math.max(1, most)));
    }

    int tasks() {
        return parts.stream().reduce(1, Math::multiplyExact);
    }

    boolean isGrid() {
        return parts.stream().filter(number -> number > 1).count() > 1;
    }

    @Override
    public String toString() {
        if (isGrid()) {
            return "a grid of " + parts.get(0) + " × " + parts.get(1) + " parts";
        }
        int input = parts.get(0) > 1 ? 0 : parts.size() - 1;
        String side = parts.size() == 1 ? "" : input == 0 ? " of the left side" : " of the right side";
        return parts.get(input) + " parts" + side;
    }
}
