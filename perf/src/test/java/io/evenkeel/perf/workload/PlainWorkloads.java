package io.evenkeel.perf.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/** What the workloads must give, computed with a hash map and a loop. Stateless. */
final class PlainWorkloads {

    private PlainWorkloads() {}

    static Digest digest(RunRequest request) throws IOException {
        return switch (request.workload()) {
            case "W1", "W8" -> words(request);
            case "W2" -> sums(request);
            case "W3" -> groups(request);
            case "W4", "W6" -> rows(request);
            case "W5" -> join(request);
            default -> throw new IllegalArgumentException(request.workload());
        };
    }

    private static Digest words(RunRequest request) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        for (String line : Files.readAllLines(WordFile.of(request.directory(), request.textBytes()))) {
            for (String word : line.split(" ")) {
                counts.merge(word, 1L, Long::sum);
            }
        }
        long hash = 0;
        for (Map.Entry<String, Long> count : counts.entrySet()) {
            hash += Mixing.mix((count.getKey() + "\t" + count.getValue()).hashCode());
        }
        return new Digest(counts.size(), hash);
    }

    private static Map<Long, Long> folded(RunRequest request, LongBinaryOperator fold) {
        Map<Long, Long> folded = new HashMap<>();
        for (long record = 0; record < request.records(); record++) {
            folded.merge(request.keys().key(record), GeneratedRows.value(record), fold::applyAsLong);
        }
        return folded;
    }

    private static Digest sums(RunRequest request) {
        Map<Long, Long> sums = folded(request, Long::sum);
        return new Digest(
                sums.size(),
                sums.entrySet().stream()
                        .mapToLong(sum -> Digest.hash(sum.getKey(), sum.getValue()))
                        .sum());
    }

    private static Digest groups(RunRequest request) {
        Map<Long, Long> largest = folded(request, Math::max);
        Map<Long, Long> counts = new HashMap<>();
        for (long record = 0; record < request.records(); record++) {
            counts.merge(request.keys().key(record), 1L, Long::sum);
        }
        return new Digest(
                counts.size(),
                counts.entrySet().stream()
                        .mapToLong(count -> Digest.hash(
                                count.getKey(),
                                Digest.hash(count.getValue(), largest.getOrDefault(count.getKey(), 0L))))
                        .sum());
    }

    private static Digest rows(RunRequest request) {
        long rows = request.records();
        long hash = 0;
        for (long record = 0; record < rows; record++) {
            hash += Digest.hash(GeneratedRows.sortKey(record), GeneratedRows.BODY_BYTES);
        }
        return new Digest(rows, hash);
    }

    private static Digest join(RunRequest request) {
        KeyDistribution keys = request.keys();
        Map<Long, Long> dimensions = new HashMap<>();
        for (long rank = 0; rank < request.dimensions(); rank++) {
            dimensions.put(KeyDistribution.ofRank(rank), GeneratedRows.attribute(rank));
        }
        long rows = 0;
        long hash = 0;
        for (long record = 0; record < request.records(); record++) {
            Long attribute = dimensions.get(keys.key(record));
            if (attribute != null) {
                rows++;
                hash += Mixing.mix(GeneratedRows.value(record) * attribute);
            }
        }
        return new Digest(rows, hash);
    }
}
