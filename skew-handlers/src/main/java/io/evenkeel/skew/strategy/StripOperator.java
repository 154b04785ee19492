package io.evenkeel.skew.strategy;

import io.evenkeel.operator.MapOperator;
import io.evenkeel.operator.Operator;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.record.Pair;
import io.evenkeel.record.Records;

/** Takes the salt off the keys again. Immutable. */
record StripOperator<K, V>() implements Operator<Pair<SaltedKey, V>, Pair<K, V>> {

    @Override
    public String name() {
        return "strip salts";
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // the key is the user's, put there by a SpreadOperator
    public Records<Pair<K, V>> open(Records<Pair<SaltedKey, V>> input, TaskContext context) throws Exception {
        return new MapOperator<Pair<SaltedKey, V>, Pair<K, V>>(
                        name(), row -> new Pair<>((K) row.key().key(), row.value()))
                .open(input, context);
    }
}
