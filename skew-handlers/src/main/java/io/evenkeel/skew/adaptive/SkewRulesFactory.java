package io.evenkeel.skew.adaptive;

import io.evenkeel.config.Configuration;
import io.evenkeel.plan.adapt.AdaptiveRules;
import io.evenkeel.plan.adapt.AdaptiveRulesFactory;

/** Makes {@link SkewRules}. Stateless. */
public final class SkewRulesFactory implements AdaptiveRulesFactory {

    @Override
    public AdaptiveRules create(Configuration configuration) {
        AdaptiveSettings settings = AdaptiveSettings.from(configuration);
        return settings.enabled() ? new SkewRules(settings) : AdaptiveRules.NONE;
    }
}
