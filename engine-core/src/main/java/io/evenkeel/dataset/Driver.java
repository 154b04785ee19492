package io.evenkeel.dataset;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.function.SerializableBiFunction;
import io.evenkeel.function.SerializableFunction;
import io.evenkeel.plan.CallSite;
import java.util.List;
import java.util.Optional;

/** Applies the user's functions at the driver, to what partitions answered. Stateless. */
final class Driver {

    private Driver() {}

    static <T> Optional<T> reduce(CallSite site, List<T> parts, SerializableBiFunction<T, T, T> function) {
        if (parts.isEmpty()) {
            return Optional.empty();
        }
        T reduced = parts.get(0);
        for (T part : parts.subList(1, parts.size())) {
            reduced = apply(site, function, reduced, part);
        }
        return Optional.ofNullable(reduced);
    }

    static <A, B, R> R apply(CallSite site, SerializableBiFunction<A, B, R> function, A first, B second) {
        try {
            return function.apply(first, second);
        } catch (Exception e) {
            throw failed(site, e);
        }
    }

    static <A, R> R apply(CallSite site, SerializableFunction<A, R> function, A value) {
        try {
            return function.apply(value);
        } catch (Exception e) {
            throw failed(site, e);
        }
    }

    private static EngineException failed(CallSite site, Exception e) {
        return new EngineException(ErrorCode.JOB_FAILED, site + ": the function failed at the driver: " + e, e);
    }
}
