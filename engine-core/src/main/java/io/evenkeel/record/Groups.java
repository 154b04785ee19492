package io.evenkeel.record;

import java.util.List;

/**
 * The values of one key on several sides. Each side's values come in no promised order, may be more than fit into memory,
 * and are read as often as wanted, but only while the row is at hand; what is kept longer holds lists.
 */
public sealed interface Groups extends Detachable permits Groups.OfTwo, Groups.OfThree, Groups.OfFour {

    /** The same for as many sides as there are iterables: 2 to 4. */
    static Groups of(List<? extends Iterable<?>> sides) {
        return switch (sides.size()) {
            case 2 -> new OfTwo<>(sides.get(0), sides.get(1));
            case 3 -> new OfThree<>(sides.get(0), sides.get(1), sides.get(2));
            case 4 -> new OfFour<>(sides.get(0), sides.get(1), sides.get(2), sides.get(3));
            default -> throw new IllegalArgumentException("groups have 2 to 4 sides: " + sides.size());
        };
    }

    @Override
    Groups detached();

    /** Two sides. Immutable. */
    record OfTwo<A, B>(Iterable<A> first, Iterable<B> second) implements Groups {
        @Override
        public OfTwo<A, B> detached() {
            return new OfTwo<>(lasting(first), lasting(second));
        }
    }

    /** Three sides. Immutable. */
    record OfThree<A, B, C>(Iterable<A> first, Iterable<B> second, Iterable<C> third) implements Groups {
        @Override
        public OfThree<A, B, C> detached() {
            return new OfThree<>(lasting(first), lasting(second), lasting(third));
        }
    }

    /** Four sides. Immutable. */
    record OfFour<A, B, C, D>(Iterable<A> first, Iterable<B> second, Iterable<C> third, Iterable<D> fourth)
            implements Groups {
        @Override
        public OfFour<A, B, C, D> detached() {
            return new OfFour<>(lasting(first), lasting(second), lasting(third), lasting(fourth));
        }
    }

    @SuppressWarnings({"unchecked", "NullAway"}) // a copy has the values it is a copy of; none is null itself
    private static <T> Iterable<T> lasting(Iterable<T> values) {
        return (Iterable<T>) Detachable.detach(values);
    }
}
