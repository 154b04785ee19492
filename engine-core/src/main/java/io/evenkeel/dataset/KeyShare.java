package io.evenkeel.dataset;

import java.util.Optional;

/**
 * A key with its share of some rows. Immutable.
 *
 * @param hash its structural hash
 * @param key the key; empty if it is too long to be kept, or null
 * @param text the key for people, cut where it is long
 * @param rows how many rows it has, about
 * @param share which part of the rows it has, about; {@code shareAtLeast} and {@code shareAtMost} are bounds: certain when
 *     all rows were looked at, of 95 % confidence when a sample was
 */
public record KeyShare<K>(
        long hash, Optional<K> key, String text, long rows, double share, double shareAtLeast, double shareAtMost) {}
