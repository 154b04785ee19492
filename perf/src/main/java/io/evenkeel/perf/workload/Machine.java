package io.evenkeel.perf.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Predicate;

/** What runs on: for readers of figures. Stateless. */
final class Machine {

    private Machine() {}

    /** Cores, kind of processor, memory, system and Java, in a sentence. */
    static String describe() throws IOException {
        String processor = value(Path.of("/proc/cpuinfo"), line -> line.startsWith("model name"));
        String memory = value(Path.of("/proc/meminfo"), line -> line.startsWith("MemTotal"))
                .replaceAll("\\D", "");
        return String.format(
                Locale.ROOT,
                "%d cores%s%s, %s %s, Java %s (%s)",
                Runtime.getRuntime().availableProcessors(),
                processor.isEmpty() ? "" : " of " + processor,
                memory.isEmpty() ? "" : ", " + (Long.parseLong(memory) >> 20) + " GB of memory",
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                System.getProperty("java.version"),
                System.getProperty("java.vendor"));
    }

    private static String value(Path file, Predicate<String> isWanted) throws IOException {
        if (!Files.isReadable(file)) {
            return "";
        }
        return Files.readAllLines(file).stream()
                .filter(isWanted)
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
    }
}
