package io.evenkeel.skew.strategy;

import org.jspecify.annotations.Nullable;

/**
 * A key and the part of its rows that go together: rows of one key in different parts go to different reducers. Immutable.
 *
 * @param key the user's key
 * @param part 0 where the key is not spread
 */
record SaltedKey(@Nullable Object key, int part) {}
