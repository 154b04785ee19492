package io.evenkeel.codec;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * Which classes are plain collections of the JDK: those that a program can't tell from the {@link ArrayList}, {@link
 * LinkedHashSet} or {@link LinkedHashMap} that its codec reads back. Besides these and the two hash collections they are
 * the JDK's hidden ones ({@code List.of}, {@code Collections.unmodifiableMap}, …), but not those with a public type of
 * their own: a {@code TreeMap} has to stay one.
 */
final class JdkCollections {

    static final String LIST = "list";
    static final String SET = "set";
    static final String MAP = "map";

    private static final Set<Class<?>> WITH_OWN_TYPE =
            Set.of(SortedSet.class, SortedMap.class, EnumSet.class, EnumMap.class, Deque.class, Queue.class);

    private JdkCollections() {}

    /** The descriptor of the codec for this class, or null if it is no plain collection. */
    static @Nullable String descriptor(Class<?> type) {
        if (type == ArrayList.class) {
            return LIST;
        }
        if (type == HashSet.class || type == LinkedHashSet.class) {
            return SET;
        }
        if (type == HashMap.class || type == LinkedHashMap.class) {
            return MAP;
        }
        return isHidden(type) ? kind(type) : null;
    }

    private static boolean isHidden(Class<?> type) {
        return type.getModule() == Object.class.getModule()
                && type.getPackageName().startsWith("java.util")
                && !(Modifier.isPublic(type.getModifiers()) || Modifier.isProtected(type.getModifiers()))
                && !comparesByIdentity(type)
                && WITH_OWN_TYPE.stream().noneMatch(own -> own.isAssignableFrom(type));
    }

    /** Views of identity maps and sets made from maps may hold elements that are equal. */
    private static boolean comparesByIdentity(Class<?> type) {
        return type.getName().contains("IdentityHashMap") || type.getName().endsWith("SetFromMap");
    }

    private static @Nullable String kind(Class<?> type) {
        if (List.class.isAssignableFrom(type)) {
            return LIST;
        }
        if (Set.class.isAssignableFrom(type)) {
            return SET;
        }
        return Map.class.isAssignableFrom(type) ? MAP : null;
    }
}
