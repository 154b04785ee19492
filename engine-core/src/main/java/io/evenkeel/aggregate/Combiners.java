package io.evenkeel.aggregate;

import io.evenkeel.function.SerializableBiFunction;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.InaccessibleObjectException;
import java.lang.reflect.Method;
import java.util.Optional;

/** Makes combiners out of what users write. Holds no state. */
public final class Combiners {

    private static final String LONGS = "(Ljava/lang/Long;Ljava/lang/Long;)Ljava/lang/Long;";

    private Combiners() {}

    /** Combines values by a function; by longs in place if it is one that {@link #recognise} knows. */
    @SuppressWarnings("unchecked") // what is recognised takes and gives Long, so V is Long
    public static <V> Combiner<V, V> reducing(SerializableBiFunction<V, V, V> reduce) {
        Optional<LongCombiner.Kind> kind = recognise(reduce);
        return kind.isPresent()
                ? (Combiner<V, V>) (Combiner<?, ?>) new LongCombiner<Long>(kind.get())
                : new ObjectCombiner<>(value -> value, reduce, reduce);
    }

    /** The same combiner, seen with other types: a plan holds combiners of objects. */
    @SuppressWarnings("unchecked") // what flows is what the user's types say
    public static <V, C> Combiner<V, C> untyped(Combiner<?, ?> combiner) {
        return (Combiner<V, C>) combiner;
    }

    /** Counts values. */
    public static <V> Combiner<V, Long> counting() {
        return new LongCombiner<>(LongCombiner.Kind.COUNT);
    }

    /**
     * What a function computes, if it is a reference to a method of the JDK that is known: {@code Long::sum},
     * {@code Long::min}, {@code Long::max}, {@code Math::min} and {@code Math::max} of longs. The reference names its
     * method in its serialised form; the code of a lambda is never looked at. {@code Math::addExact} is not among them: it
     * fails where a sum overflows.
     */
    public static Optional<LongCombiner.Kind> recognise(SerializableBiFunction<?, ?, ?> function) {
        return serialized(function).flatMap(Combiners::kindOf);
    }

    private static Optional<LongCombiner.Kind> kindOf(SerializedLambda lambda) {
        boolean staticOnLongs = lambda.getImplMethodKind() == MethodHandleInfo.REF_invokeStatic
                && lambda.getImplMethodSignature().equals("(JJ)J")
                && lambda.getInstantiatedMethodType().equals(LONGS)
                && lambda.getCapturedArgCount() == 0;
        if (!staticOnLongs) {
            return Optional.empty();
        }
        return switch (lambda.getImplClass() + "::" + lambda.getImplMethodName()) {
            case "java/lang/Long::sum" -> Optional.of(LongCombiner.Kind.SUM);
            case "java/lang/Long::min", "java/lang/Math::min" -> Optional.of(LongCombiner.Kind.MIN);
            case "java/lang/Long::max", "java/lang/Math::max" -> Optional.of(LongCombiner.Kind.MAX);
            default -> Optional.empty();
        };
    }

    /** The form a serialisable lambda is written in; nothing for a class of the user's own, or one we may not look into. */
    private static Optional<SerializedLambda> serialized(SerializableBiFunction<?, ?, ?> function) {
        if (!function.getClass().isSynthetic()) {
            return Optional.empty();
        }
        try {
            Method writeReplace = function.getClass().getDeclaredMethod("writeReplace");
            writeReplace.setAccessible(true);
            return writeReplace.invoke(function) instanceof SerializedLambda lambda
                    ? Optional.of(lambda)
                    : Optional.empty();
        } catch (ReflectiveOperationException | InaccessibleObjectException | SecurityException e) {
            return Optional.empty();
        }
    }
}
