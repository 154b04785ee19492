package io.evenkeel.skew.strategy;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.config.Setting;

/**
 * How skewed operations are rewritten where the program does not say. Immutable.
 *
 * @param broadcastThreshold how much memory a side may take that is broadcast, as objects
 */
public record StrategySettings(ByteSize broadcastThreshold) {

    public static final Setting<ByteSize> BROADCAST_THRESHOLD = Setting.size(
            "evenkeel.skew.broadcast.threshold",
            ByteSize.ofMib(64),
            "b",
            new ByteSize(0),
            new ByteSize(Long.MAX_VALUE),
            "A join that is asked to broadcast a side does so if the side takes no more memory than this, as objects, not "
                    + "compressed; else it is shuffled.");

    public static StrategySettings from(Configuration configuration) {
        return new StrategySettings(configuration.get(BROADCAST_THRESHOLD));
    }
}
