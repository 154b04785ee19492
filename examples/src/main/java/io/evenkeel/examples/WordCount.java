package io.evenkeel.examples;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.dataset.EngineSession;
import io.evenkeel.dataset.KeyedDataset;
import io.evenkeel.record.Pair;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import java.io.PrintStream;
import java.util.Comparator;
import java.util.List;

/**
 * Counts the words of a text: lines {@code word<TAB>count} in the output directory. Without arguments it counts the
 * words of a text that comes with it and prints the most frequent ones.
 */
public final class WordCount implements ExampleProgram {

    private static final int TOP = 20;

    public static void main(String[] arguments) {
        new WordCount().run(List.of(arguments), System.out);
    }

    @Override
    public String name() {
        return "wordcount";
    }

    @Override
    public String summary() {
        return "counts the words of a text; without arguments those of a shipped one";
    }

    @Override
    public String usage() {
        return "[" + TextJobArguments.USAGE + "]" + """

                Counts the words of INPUT (a file, directory or pattern), split at white space, and writes lines
                word<TAB>count to files in the directory OUTPUT. Without arguments: prints the top words of a
                shipped text.""";
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        if (arguments.isEmpty()) {
            printTop(out);
        } else {
            count(TextJobArguments.parse(arguments));
        }
    }

    private static void count(TextJobArguments job) {
        try (EngineSession session = EngineSession.builder().build()) {
            KeyedDataset<String, Long> counts = counts(session.textFile(job.input()));
            KeyedDataset<String, Long> dealt = job.partitions().isPresent()
                    ? counts.withPartitions(job.partitions().getAsInt())
                    : counts;
            dealt.map(count -> count.key() + "\t" + count.value())
                    .writeText(job.output())
                    .overwrite(job.overwrite())
                    .save();
        }
    }

    private static void printTop(PrintStream out) {
        try (EngineSession session = EngineSession.builder().build()) {
            counts(session.of(ShippedText.lines())).collect().stream()
                    .sorted(Comparator.comparing(Pair<String, Long>::value)
                            .reversed()
                            .thenComparing(Pair::key))
                    .limit(TOP)
                    .forEach(count -> out.printf("%6d  %s%n", count.value(), count.key()));
        }
    }

    private static KeyedDataset<String, Long> counts(Dataset<String> lines) {
        return lines.flatMap(Words::split)
                .keyBy(word -> word)
                .mapValues(word -> 1L)
                .reduceByKey(Long::sum);
    }
}
