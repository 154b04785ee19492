package io.evenkeel.perf.peers;

import io.evenkeel.perf.workload.Digest;
import io.evenkeel.perf.workload.GeneratedRows;
import io.evenkeel.perf.workload.KeyDistribution;
import io.evenkeel.perf.workload.Mixing;
import io.evenkeel.perf.workload.RunMeter;
import io.evenkeel.perf.workload.RunRequest;
import io.evenkeel.perf.workload.WordFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Programs for the one workload, on two threads with arrays of primitive values: what is possible. Stateless. */
final class PlainPeer implements Peer {

    @Override
    public String version() {
        return "Java " + System.getProperty("java.version");
    }

    @Override
    public Digest run(RunRequest request, RunMeter meter) throws Exception {
        Path output = request.directory().resolve("out");
        Files.createDirectories(output);
        return switch (request.workload()) {
            case "W1", "W8" -> words(request, output, meter);
            case "W2" ->
                new PlainPairs()
                        .fold(
                                request.records(),
                                request.keys(),
                                value -> value,
                                (key, sum, largest) -> Digest.hash(key, sum));
            case "W3" ->
                new PlainPairs()
                        .fold(
                                request.records(),
                                request.keys(),
                                value -> 1,
                                (key, count, largest) -> Digest.hash(key, Digest.hash(count, largest)));
            case "W4" -> new PlainSort((int) request.records()).sort(output);
            case "W5" -> join(request);
            case "W6" -> new PlainShuffle(request.records(), Integer.parseInt(request.variant()), output).shuffle();
            default -> throw Peer.without(request);
        };
    }

    private static Digest words(RunRequest request, Path output, RunMeter meter) throws Exception {
        PlainWords.count(WordFile.of(request.directory(), request.textBytes()), output);
        return meter.unmeasured(() -> Digest.ofLines(output));
    }

    private static Digest join(RunRequest request) throws Exception {
        if (request.variant().equals("salted")) {
            throw Peer.without(request);
        }
        KeyDistribution keys = request.keys();
        int count = (int) request.dimensions();
        LongTable dimensions = new LongTable(2 * count);
        for (int rank = 0; rank < count; rank++) {
            dimensions.add(KeyDistribution.ofRank(rank), GeneratedRows.attribute(rank), 0);
        }
        long rows = request.records();
        List<Digest> halves = TwoThreads.run(thread -> {
            long found = 0;
            long hash = 0;
            long end = rows * (thread + 1) / TwoThreads.COUNT;
            for (long record = rows * thread / TwoThreads.COUNT; record < end; record++) {
                long attribute = dimensions.first(keys.key(record));
                if (attribute >= 0) {
                    found++;
                    hash += Mixing.mix(GeneratedRows.value(record) * attribute);
                }
            }
            return new Digest(found, hash);
        });
        return new Digest(
                halves.get(0).rows() + halves.get(1).rows(),
                halves.get(0).hash() + halves.get(1).hash());
    }
}
