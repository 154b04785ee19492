package io.evenkeel.architecture;

import java.util.Map;
import java.util.Set;

/**
 * Which module may use which: the table of {@code docs/design.md}. Immutable.
 *
 * @param compile modules that a module compiles against, by directory name
 * @param runtime modules that it finds at run time only
 */
record ModuleTable(Map<String, Set<String>> compile, Map<String, Set<String>> runtime) {

    static final String CORE = "engine-core";

    /** Nested in the core, and apart from it: its libraries are on nobody's class path who does not ask for them. */
    static final String PARQUET = "engine-core/io-parquet";

    private static final String EXAMPLES = "examples";

    /** Copies the tables. */
    ModuleTable {
        compile = Map.copyOf(compile);
        runtime = Map.copyOf(runtime);
    }

    static ModuleTable ofTheProject() {
        return new ModuleTable(
                Map.of(
                        CORE,
                        Set.of(),
                        "shuffle-sort",
                        Set.of(CORE),
                        "shuffle-bypass",
                        Set.of(CORE),
                        "shuffle-hash",
                        Set.of(CORE),
                        "skew-handlers",
                        Set.of(CORE),
                        "scheduler",
                        Set.of(CORE),
                        PARQUET,
                        Set.of(CORE),
                        EXAMPLES,
                        Set.of(CORE, "scheduler", "shuffle-sort", "shuffle-bypass", "shuffle-hash", "skew-handlers"),
                        "perf",
                        Set.of(
                                CORE,
                                "scheduler",
                                "shuffle-sort",
                                "shuffle-bypass",
                                "shuffle-hash",
                                "skew-handlers",
                                EXAMPLES)),
                Map.of("scheduler", Set.of("shuffle-sort", "shuffle-bypass", "shuffle-hash", "skew-handlers")));
    }

    /** Whether a module may name another in its build file with a scope. */
    boolean allows(String module, String other, String scope) {
        return switch (scope) {
            case "compile" -> compile.getOrDefault(module, Set.of()).contains(other);
            case "runtime" ->
                compile.getOrDefault(module, Set.of()).contains(other)
                        || runtime.getOrDefault(module, Set.of()).contains(other);
            // The core's test kit is for everybody; other modules only where the module may use them anyway.
            case "test" -> other.equals(CORE) || module.equals(PARQUET) || allows(module, other, "runtime");
            // The distribution is put together from what that module leaves.
            case "provided" -> module.equals(EXAMPLES) && other.equals(PARQUET);
            default -> false;
        };
    }
}
