package io.evenkeel.plan.adapt;

import io.evenkeel.config.Configuration;

/** Makes the rules of a session; found by {@code ServiceLoader}. Stateless. */
public interface AdaptiveRulesFactory {

    /** Rules as the session's settings want them. */
    AdaptiveRules create(Configuration configuration);
}
