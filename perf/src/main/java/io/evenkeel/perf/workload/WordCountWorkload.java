package io.evenkeel.perf.workload;

import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** W1 and W8: words of a text counted and written. Stateless. */
final class WordCountWorkload implements Workload {

    private final String name;
    private final String size;

    /** One that reads a text of such a size. */
    WordCountWorkload(String name, String size) {
        this.name = name;
        this.size = size;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String summary() {
        return "word count of " + size + " of text, written as text";
    }

    @Override
    public List<String> variants() {
        return List.of("zipf");
    }

    @Override
    public void prepare(RunRequest request) throws IOException {
        WordFile.of(request.directory(), request.textBytes());
    }

    @Override
    public Digest run(EngineSession session, RunRequest request, RunMeter meter) throws Exception {
        Path input = WordFile.of(request.directory(), request.textBytes());
        Path output = request.directory().resolve("out");
        KeyedDataset<String, Long> counts = session.textFile(input.toString())
                .flatMap(line -> Arrays.asList(line.split(" ")))
                .keyBy(word -> word)
                .mapValues(word -> 1L)
                .reduceByKey(Long::sum);
        counts.map(count -> count.key() + "\t" + count.value())
                .writeText(output.toString())
                .overwrite(true)
                .save();
        return meter.unmeasured(() -> Digest.ofLines(output));
    }
}
