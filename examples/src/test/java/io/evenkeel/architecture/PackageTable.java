package io.evenkeel.architecture;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which package may import which, written in the direction data flows: a row names a package, then what it may use. What
 * stands in no row does not exist. Names are below {@code io.evenkeel}; {@code x.**} is a package with all below it, for
 * the modules that are one family. Immutable.
 */
final class PackageTable {

    private static final String ROOT = "io.evenkeel.";

    /** What everything may use: names, errors, functions, records. */
    private static final String BASE = "id error function record";

    private static final String[] PROJECT = {
        // words that everything is said with
        "id:",
        "error: id",
        "function:",
        "record: function",
        "config: error",
        "stats: error function id",
        "command:",
        // resources of an executor
        "codec: config " + BASE,
        "sketch: codec config " + BASE,
        "memory: config " + BASE,
        "storage: memory config stats " + BASE,
        "storage.block: storage memory codec config stats " + BASE,
        "broadcast: memory codec config " + BASE,
        // structures that grow with data
        "sort: storage memory codec config stats " + BASE,
        "aggregate: sort storage memory codec config stats " + BASE,
        // between two stages
        "shuffle: sketch aggregate sort storage memory codec config stats " + BASE,
        "shuffle.format: shuffle storage memory codec config stats " + BASE,
        "shuffle.segment: shuffle.format shuffle storage memory codec config stats " + BASE,
        "shuffle.read: shuffle.format shuffle aggregate sort storage memory codec config stats " + BASE,
        // within a stage
        "operator: codec config stats " + BASE,
        "file: operator codec config stats " + BASE,
        "text: file operator codec config stats " + BASE,
        "jdbc: text operator codec config stats " + BASE,
        "json: text file operator codec config stats " + BASE,
        "csv: text file operator codec config stats " + BASE,
        "checkpoint: file operator storage.block storage codec stats " + BASE,
        // what happened
        "event: shuffle codec config stats " + BASE,
        "event.log: event storage config stats " + BASE,
        // what is to be done, and the part of it that an executor does
        "plan: operator aggregate shuffle storage event codec config stats " + BASE,
        "plan.adapt: plan operator sketch aggregate shuffle storage event codec config stats " + BASE,
        "task: broadcast plan.adapt plan operator sketch aggregate shuffle.read shuffle.format shuffle sort storage.block storage memory codec "
                + "config event stats "
                + BASE,
        // the front door
        "dataset: broadcast checkpoint task plan jdbc csv json text file operator sketch aggregate shuffle codec memory storage config event.log event stats "
                + BASE,
        // formats with libraries of their own
        "parquet: dataset text file operator codec config stats " + BASE,
        // writer families: the core's interfaces, never each other
        "shuffle.sort: shuffle.format shuffle aggregate sort storage memory codec config stats " + BASE,
        "shuffle.bypass: shuffle.segment shuffle.format shuffle sort storage memory codec config stats " + BASE,
        "shuffle.hash: shuffle.segment shuffle.format shuffle sort storage memory codec config stats " + BASE,
        // skew
        "skew.**: skew.** command plan.adapt plan task file operator broadcast shuffle sketch aggregate memory codec event config stats "
                + BASE,
        "skew.strategy: dataset broadcast plan operator sketch memory codec config stats " + BASE,
        // the scheduler
        "scheduler.dag: task plan.adapt plan operator aggregate shuffle storage codec config event " + BASE,
        "scheduler.task: scheduler.dag task plan.adapt plan shuffle event config stats " + BASE,
        "scheduler.local: scheduler.task scheduler.dag broadcast task plan.adapt plan operator sketch shuffle.read shuffle.format shuffle sort "
                + "storage.block storage memory codec config event stats "
                + BASE,
        "scheduler.launcher: command event.log event config " + BASE,
        // programs
        "perf.**: perf.** command examples.** skew.** dataset task plan jdbc csv json text file operator aggregate shuffle.read shuffle.format shuffle sort "
                + "sketch broadcast storage.block storage memory codec config event stats "
                + BASE,
        "examples.**: examples.** scheduler.launcher dataset jdbc csv json text file aggregate codec config " + BASE,
    };

    private final Map<String, Set<String>> rows = new TreeMap<>();

    private PackageTable(String... rows) {
        for (String row : rows) {
            int colon = row.indexOf(':');
            Set<String> allowed = new TreeSet<>();
            Arrays.stream(row.substring(colon + 1).split(" "))
                    .filter(word -> !word.isEmpty())
                    .forEach(allowed::add);
            if (this.rows.put(row.substring(0, colon), allowed) != null) {
                throw new IllegalArgumentException("two rows for " + row.substring(0, colon));
            }
        }
    }

    static PackageTable ofTheProject() {
        return new PackageTable(PROJECT);
    }

    static PackageTable of(String... rows) {
        return new PackageTable(rows);
    }

    /** What is wrong with one package using another, both with their whole names; empty if nothing is. */
    Optional<String> problem(String from, String to) {
        if (from.equals(to)) {
            return Optional.empty();
        }
        Optional<String> row = rowOf(from);
        if (row.isEmpty()) {
            return Optional.of(from + " is in no row of the table");
        }
        Set<String> allowed = rows.getOrDefault(row.get(), Set.of());
        return allowed.stream().anyMatch(name -> covers(name, to))
                ? Optional.empty()
                : Optional.of(from + " must not use " + to);
    }

    /** The row of a package, the most exact one. */
    private Optional<String> rowOf(String packageName) {
        return rows.keySet().stream()
                .filter(name -> covers(name, packageName))
                .max((one, other) -> Integer.compare(one.length(), other.length()));
    }

    private static boolean covers(String name, String packageName) {
        if (!name.endsWith(".**")) {
            return packageName.equals(ROOT + name);
        }
        String family = ROOT + name.substring(0, name.length() - 3);
        return packageName.equals(family) || packageName.startsWith(family + ".");
    }

    /** The packages of a circle in the table itself, in order; empty if there is none. */
    Optional<String> circle() {
        for (String start : rows.keySet()) {
            Set<String> reached = new TreeSet<>();
            reach(start, start, reached);
            if (reached.contains(start)) {
                return Optional.of(start + " reaches itself through " + reached);
            }
        }
        return Optional.empty();
    }

    private void reach(String start, String from, Set<String> reached) {
        for (String next : rows.getOrDefault(from, Set.of())) {
            // A family may use itself: circles between its packages are another test's business.
            if (!next.equals(from) && reached.add(next)) {
                reach(start, next, reached);
            }
        }
    }
}
