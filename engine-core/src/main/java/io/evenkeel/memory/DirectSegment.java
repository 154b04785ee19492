package io.evenkeel.memory;

import java.nio.ByteBuffer;

/**
 * A piece of memory outside the heap from which blocks are cut by halving: a block is a half of one twice as large, and
 * goes together with the other half again when both are free (Knowlton's buddy system).
 *
 * <pre>
 * largest:   a binary tree in an array; 1 is the root, 2n and 2n + 1 are the halves of n
 * of a node: 1 + the order of the largest free block beneath it, where a block of order k has smallest &lt;&lt; k bytes; 0: none
 * </pre>
 *
 * <p>Confined: guarded by the lock of {@link DirectMemory}.
 */
final class DirectSegment {

    private final ByteBuffer buffer;
    private final int smallest;
    private final int order;
    private final byte[] largest;

    /** Cuts a buffer; both sizes are powers of two. */
    DirectSegment(ByteBuffer buffer, int smallest) {
        this.buffer = buffer;
        this.smallest = smallest;
        this.order = Integer.numberOfTrailingZeros(buffer.capacity() / smallest);
        this.largest = new byte[2 << order];
        for (int node = 1; node < largest.length; node++) {
            largest[node] = whole(node);
        }
    }

    /** What a node says when all beneath it is free. */
    private byte whole(int node) {
        return (byte) (1 + orderOf(node));
    }

    private int orderOf(int node) {
        return order - (31 - Integer.numberOfLeadingZeros(node));
    }

    /** Bytes of the largest block that can be taken; 0 if there is none. */
    int largestFree() {
        return largest[1] == 0 ? 0 : smallest << (largest[1] - 1);
    }

    boolean isFree() {
        return largest[1] == whole(1);
    }

    /** Cuts a block, a power of two and no larger than {@link #largestFree}, out of as small a free block as it fits into. */
    DirectBlock take(int bytes) {
        int wanted = Integer.numberOfTrailingZeros(Math.max(1, bytes / smallest));
        int node = 1;
        while (orderOf(node) > wanted) {
            int left = 2 * node;
            int right = left + 1;
            boolean leftFits = largest[left] > wanted;
            boolean rightFits = largest[right] > wanted;
            node = leftFits && (!rightFits || largest[left] <= largest[right]) ? left : right;
        }
        int offset = (node - (1 << (order - wanted))) * (smallest << wanted);
        largest[node] = 0;
        updateAbove(node);
        return new DirectBlock(buffer.slice(offset, smallest << wanted), this, offset);
    }

    /** Takes back a block that was cut here. */
    void give(DirectBlock block) {
        int depth = order - Integer.numberOfTrailingZeros(block.bytes() / smallest);
        int node = (1 << depth) + block.offset() / block.bytes();
        if (largest[node] != 0) {
            throw new IllegalStateException("a block outside the heap was given back twice");
        }
        largest[node] = whole(node);
        updateAbove(node);
    }

    private void updateAbove(int below) {
        for (int node = below / 2; node > 0; node /= 2) {
            byte left = largest[2 * node];
            byte right = largest[2 * node + 1];
            boolean bothFree = left == whole(2 * node) && right == left;
            largest[node] = bothFree ? whole(node) : (byte) Math.max(left, right);
        }
    }
}
