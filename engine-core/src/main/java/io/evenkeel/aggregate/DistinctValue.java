package io.evenkeel.aggregate;

import io.evenkeel.codec.StructuralEquality;
import io.evenkeel.codec.StructuralHash;
import org.jspecify.annotations.Nullable;

/** A value that is compared as keys are. Immutable. */
record DistinctValue(@Nullable Object value) {

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DistinctValue that && StructuralEquality.equals(value, that.value);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(StructuralHash.hash(value));
    }
}
