package io.evenkeel.shuffle;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Chooses the writer of an exchange: the first of the configured order that is there and suits. Immutable.
 */
public final class ShuffleWriterSelector {

    private static final String BYPASS = "bypass";
    private static final String SERIALIZED_SORT = "tungsten-sort";
    private static final String SORT = "sort";
    private static final String HASH = "hash";

    private final List<ShuffleWriterFactory> factories;
    private final ShuffleSettings settings;

    public ShuffleWriterSelector(List<ShuffleWriterFactory> factories, ShuffleSettings settings) {
        this.factories = List.copyOf(factories);
        this.settings = settings;
    }

    /**
     * A writer and why it was taken, for {@code explain()} and events. Immutable.
     *
     * @param factory opens the writers
     * @param reason why it suits, and why those before it did not
     */
    public record Choice(ShuffleWriterFactory factory, String reason) {}

    /**
     * Chooses for one exchange.
     *
     * @throws EngineException with {@link ErrorCode#INVALID_CONFIGURATION} if no writer is there or suits
     */
    public Choice choose(ShuffleSpec spec) {
        List<String> refused = new ArrayList<>();
        for (String name : order()) {
            Optional<ShuffleWriterFactory> factory = find(name);
            if (factory.isEmpty()) {
                refused.add(name + ": not on the class path");
                continue;
            }
            Suitability suitability = suitability(factory.get(), spec);
            if (suitability.suitable()) {
                String before = refused.isEmpty() ? "" : " (" + String.join("; ", refused) + ")";
                return new Choice(factory.get(), name + ": " + suitability.reason() + before);
            }
            refused.add(name + ": " + suitability.reason());
        }
        throw new EngineException(
                ErrorCode.INVALID_CONFIGURATION,
                "no shuffle writer for " + spec.shuffle() + " with " + spec.reducers() + " reducers: "
                        + ShuffleSettings.MANAGER.key() + " is "
                        + settings.manager().name().toLowerCase(Locale.ROOT).replace('_', '-') + "; "
                        + String.join("; ", refused) + ". Set it to auto, or lower the number of partitions.");
    }

    private List<String> order() {
        return switch (settings.manager()) {
            case AUTO -> List.of(BYPASS, SERIALIZED_SORT, SORT);
            case SORT -> List.of(BYPASS, SORT);
            case TUNGSTEN_SORT -> List.of(SERIALIZED_SORT, SORT);
            case HASH -> List.of(HASH);
        };
    }

    private Optional<ShuffleWriterFactory> find(String name) {
        return factories.stream().filter(factory -> factory.name().equals(name)).findFirst();
    }

    private Suitability suitability(ShuffleWriterFactory factory, ShuffleSpec spec) {
        if (factory.name().equals(BYPASS) && spec.reducers() > settings.bypassMergeThreshold()) {
            return Suitability.no(spec.reducers() + " reducers are more than "
                    + ShuffleSettings.BYPASS_MERGE_THRESHOLD.key() + " (" + settings.bypassMergeThreshold() + ")");
        }
        return factory.suitability(spec);
    }
}
