package io.evenkeel.config;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** All settings that exist, by key and by alias. Immutable. */
public final class SettingCatalog {

    private static final String OWN_FAMILY = "evenkeel.";
    private static final String GUIDE_FAMILY = "spark.";

    private final Map<String, List<Setting<?>>> groups;
    private final Map<String, Setting<?>> byName;

    private SettingCatalog(Map<String, List<Setting<?>>> groups, Map<String, Setting<?>> byName) {
        this.groups = Collections.unmodifiableMap(groups);
        this.byName = Collections.unmodifiableMap(byName);
    }

    /**
     * The catalog of some groups; a composition root passes what {@code ServiceLoader} finds. Groups are ordered by name,
     * and groups of one name are joined.
     *
     * @throws IllegalArgumentException if two settings share a key or an alias, or a key is outside {@code evenkeel.}
     */
    public static SettingCatalog of(Iterable<? extends SettingGroup> services) {
        List<SettingGroup> ordered = new ArrayList<>();
        services.forEach(ordered::add);
        ordered.sort(Comparator.comparing(SettingGroup::name)
                .thenComparing(group -> group.getClass().getName()));
        Map<String, List<Setting<?>>> groups = new LinkedHashMap<>();
        Map<String, Setting<?>> byName = new TreeMap<>();
        for (SettingGroup group : ordered) {
            groups.computeIfAbsent(group.name(), name -> new ArrayList<>()).addAll(group.settings());
            for (Setting<?> setting : group.settings()) {
                if (!setting.key().startsWith(OWN_FAMILY)) {
                    throw new IllegalArgumentException("a key begins with " + OWN_FAMILY + ": " + setting.key());
                }
                addName(byName, setting.key(), setting);
                setting.aliases().forEach(alias -> addName(byName, alias, setting));
            }
        }
        groups.replaceAll((name, settings) -> List.copyOf(settings));
        return new SettingCatalog(groups, byName);
    }

    private static void addName(Map<String, Setting<?>> byName, String name, Setting<?> setting) {
        Setting<?> other = byName.putIfAbsent(name, setting);
        if (other != null) {
            throw new IllegalArgumentException(
                    name + " names two settings: " + other.key() + " and " + setting.key() + ", or one of them twice");
        }
    }

    /** The setting with this key or alias. */
    public Optional<Setting<?>> find(String name) {
        return Optional.ofNullable(byName.get(name));
    }

    /** Every setting, by the name of its group. */
    public Map<String, List<Setting<?>>> groups() {
        return groups;
    }

    /** Every setting, by key. */
    public List<Setting<?>> settings() {
        return groups.values().stream()
                .flatMap(Collection::stream)
                .sorted(Comparator.comparing(Setting::key))
                .toList();
    }

    /**
     * The known key or alias that looks most like a name; for a name of Spark's family an alias of that family if one is
     * as near as any key. Whether the family was written does not count.
     */
    public String nearest(String name) {
        String family = name.startsWith(GUIDE_FAMILY) ? GUIDE_FAMILY : OWN_FAMILY;
        String wanted = withoutFamily(name);
        return byName.keySet().stream()
                .min(Comparator.comparingInt((String known) -> EditDistance.between(wanted, withoutFamily(known)))
                        .thenComparing(known -> !known.startsWith(family))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow(() -> new IllegalStateException("the catalog is empty"));
    }

    private static String withoutFamily(String name) {
        if (name.startsWith(OWN_FAMILY)) {
            return name.substring(OWN_FAMILY.length());
        }
        return name.startsWith(GUIDE_FAMILY) ? name.substring(GUIDE_FAMILY.length()) : name;
    }
}
