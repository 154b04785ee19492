package io.evenkeel.text;

import io.evenkeel.config.ByteSize;
import io.evenkeel.config.Configuration;
import io.evenkeel.operator.RecordedTask;
import io.evenkeel.record.Records;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads text inputs whole, as a job would, and by the slow way that is held against it. */
final class TextLines {

    private TextLines() {}

    static TextOptions options() {
        return TextOptions.of(TextSettings.from(Configuration.empty()), 1);
    }

    /** Options under which a file is cut into pieces of at most so many bytes. */
    static TextOptions cutAt(int splitBytes) {
        return options().withSplitSizes(new ByteSize(1), new ByteSize(splitBytes));
    }

    /** All lines of all partitions, in order. */
    static List<String> read(String input, TextOptions options) throws Exception {
        return read(TextFileSource.of(input, options), new RecordedTask(0, 0));
    }

    static List<String> read(Path input, TextOptions options) throws Exception {
        return read(input.toString(), options);
    }

    static List<String> read(TextFileSource source, RecordedTask task) throws Exception {
        List<String> lines = new ArrayList<>();
        for (int partition = 0; partition < source.partitions(); partition++) {
            lines.addAll(readPartition(source, partition, task));
        }
        return lines;
    }

    static List<String> readPartition(TextFileSource source, int partition, RecordedTask task) throws Exception {
        List<String> lines = new ArrayList<>();
        Serializable split = source.split(partition);
        try (Records<String> records = source.open(split, task)) {
            records.forEachRemaining(lines::add);
        }
        return lines;
    }

    /** The oracle: byte by byte over the whole text. */
    static List<String> naive(byte[] text, LineEnding ending, Charset charset) {
        List<String> lines = new ArrayList<>();
        int start = 0;
        if (charset.equals(StandardCharsets.UTF_8) && startsWithMark(text)) {
            start = 3;
        }
        for (int i = start; i < text.length; i++) {
            if (text[i] == '\n') {
                int end = ending == LineEnding.LF_OR_CRLF && i > start && text[i - 1] == '\r' ? i - 1 : i;
                lines.add(new String(text, start, end - start, charset));
                start = i + 1;
            }
        }
        if (start < text.length) {
            lines.add(new String(text, start, text.length - start, charset));
        }
        return lines;
    }

    private static boolean startsWithMark(byte[] text) {
        return text.length >= 3 && text[0] == (byte) 0xEF && text[1] == (byte) 0xBB && text[2] == (byte) 0xBF;
    }
}
