package io.evenkeel.function;

import java.io.Serializable;

/**
 * Says which partition a key belongs to. Equal keys must get equal numbers, in every JVM and every time. Two partitioners
 * that are equal ({@link Object#equals}) stand for the same rule: what lies by one needs no shuffle to lie by the other, so
 * a record is a good form. Serialisable, and may throw.
 *
 * @param <K> keys, null among them
 */
public interface Partitioner<K> extends Serializable {

    /** How many partitions there are; at least 1, and always the same. */
    int partitions();

    /** The partition of a key, from 0 to below {@link #partitions}. */
    int partition(K key) throws Exception;
}
