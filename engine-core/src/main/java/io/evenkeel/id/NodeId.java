package io.evenkeel.id;

import java.io.Serializable;

/** A node of a plan, numbered from 0 in a session. Immutable. */
public record NodeId(int value) implements Comparable<NodeId>, Serializable {

    /** Refuses negative values. */
    public NodeId {
        if (value < 0) {
            throw new IllegalArgumentException("node must not be negative: " + value);
        }
    }

    @Override
    public int compareTo(NodeId other) {
        return Integer.compare(value, other.value);
    }

    @Override
    public String toString() {
        return "node " + value;
    }
}
