package io.evenkeel.examples;

import io.evenkeel.config.ByteSize;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.scheduler.launcher.ExampleProgram;
import io.evenkeel.scheduler.launcher.UsageException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes a text of wanted size with a wanted number of distinct words, some frequent and most rare, from a seed. */
public final class GenerateText implements ExampleProgram {

    private static final String BYTES = "--bytes";
    private static final String DISTINCT = "--distinct";
    private static final String SEED = "--seed";

    public static void main(String[] arguments) {
        new GenerateText().run(List.of(arguments), System.out);
    }

    @Override
    public String name() {
        return "generate-text";
    }

    @Override
    public String summary() {
        return "writes a text of any size to try other examples on";
    }

    @Override
    public String usage() {
        return """
                [--bytes SIZE] [--distinct WORDS] [--seed NUMBER] FILE
                Writes a text of SIZE (10m unless said) with WORDS distinct words (100000 unless said) to FILE, which
                must not be there yet. The same numbers give the same text.""";
    }

    @Override
    public void run(List<String> arguments, PrintStream out) {
        Arguments parsed = Arguments.parse(arguments, Set.of(), Set.of(BYTES, DISTINCT, SEED));
        if (parsed.operands().size() != 1) {
            throw new UsageException("one file is needed, not " + parsed.operands());
        }
        Path file = path(parsed.operands().get(0));
        GeneratedText text =
                new GeneratedText(size(parsed.options()), parsed.positive(DISTINCT, 100_000), parsed.positive(SEED, 1));
        long written = write(text, file);
        out.println(file + ": " + written + " bytes, " + text.distinctWords() + " distinct words");
    }

    private static Path path(String text) {
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new UsageException("'" + text + "' is no path: " + e.getReason());
        }
    }

    private static long size(Map<String, String> options) {
        String text = options.getOrDefault(BYTES, "10m");
        try {
            return ByteSize.parse(text, "b").bytes();
        } catch (IllegalArgumentException e) {
            throw new UsageException(BYTES + ": " + e.getMessage());
        }
    }

    private static long write(GeneratedText text, Path file) {
        try {
            OutputStream target = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            try (OutputStream buffered = new BufferedOutputStream(target, 1 << 16)) {
                text.writeTo(buffered);
            } catch (IOException e) {
                Files.deleteIfExists(file);
                throw e;
            }
            return Files.size(file);
        } catch (FileAlreadyExistsException e) {
            throw new EngineException(ErrorCode.OUTPUT_EXISTS, file + " exists; remove it or choose another", e);
        } catch (IOException e) {
            throw new EngineException(ErrorCode.OUTPUT_NOT_WRITABLE, file + " can't be written: " + e, e);
        }
    }
}
