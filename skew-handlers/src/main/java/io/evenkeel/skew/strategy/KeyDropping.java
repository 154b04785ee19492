package io.evenkeel.skew.strategy;

import io.evenkeel.codec.StructuralHash;
import io.evenkeel.dataset.KeptRows;
import io.evenkeel.dataset.KeyShare;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.dataset.SkewRewriting;
import io.evenkeel.dataset.SkewStep;
import io.evenkeel.sketch.KeySample;
import io.evenkeel.stats.LongAccumulator;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Drops the rows of hot keys that don't matter, such as of bad data; what is dropped is counted. Stateless. */
final class KeyDropping {

    private static final Logger LOG = LoggerFactory.getLogger(KeyDropping.class);

    private KeyDropping() {}

    /** Rows without those of given keys. */
    static <K, V> KeptRows<K, V> drop(SkewRewriting rewriting, KeyedDataset<K, V> rows, List<?> keys) {
        List<String> texts = keys.stream().map(KeySample::textOf).toList();
        LongAccumulator dropped = rewriting.counter("rows dropped by " + rewriting.callSite() + ", keys " + texts);
        if (keys.isEmpty()) {
            return new KeptRows<>(rows, texts, dropped);
        }
        LOG.info("{} drops the rows of {}", rewriting.callSite(), texts);
        return new KeptRows<>(rewriting.pipe(rows, new DropOperator<>(new ArrayList<>(keys), dropped)), texts, dropped);
    }

    /** The keys with most rows, by a sample; keys that are too long to be kept in a sample are not among them. */
    @SuppressWarnings("NullAway") // the null key is a key
    static <K> List<Object> hottest(SkewRewriting rewriting, KeyedDataset<K, ?> rows, SkewStep.DropHottest step) {
        List<Object> keys = new ArrayList<>();
        for (KeyShare<K> share : rewriting.sample(rows, step.sampleFraction()).keys()) {
            if (keys.size() == step.keys()) {
                break;
            }
            if (share.hash() == StructuralHash.hash(null)) {
                keys.add(null);
            } else {
                share.key().ifPresent(keys::add);
            }
        }
        return keys;
    }
}
