package io.evenkeel.perf.workload;

import java.util.List;
import java.util.stream.Collectors;

/** The workloads there are. Stateless. */
final class Workloads {

    private Workloads() {}

    static List<Workload> all() {
        return List.of(
                new WordCountWorkload("W1", "1 GB"),
                new SumWorkload(),
                new GroupWorkload(),
                new SortWorkload(),
                new JoinWorkload(),
                new RepartitionWorkload(),
                new WordCountWorkload("W8", "1,000 bytes"));
    }

    /**
     * Finds one.
     *
     * @throws IllegalArgumentException if there is none of that name, naming those there are
     */
    static Workload named(String name) {
        return all().stream()
                .filter(workload -> workload.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no workload " + name + "; there are "
                        + all().stream().map(Workload::name).collect(Collectors.joining(", "))));
    }
}
