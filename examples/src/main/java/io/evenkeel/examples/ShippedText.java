package io.evenkeel.examples;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A text that comes with the examples. */
final class ShippedText {

    private static final String NAME = "keels.txt";

    private ShippedText() {}

    static List<String> lines() {
        try (InputStream text = ShippedText.class.getResourceAsStream(NAME)) {
            if (text == null) {
                throw new IllegalStateException(NAME + " is missing from the jar of the examples");
            }
            return new String(text.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
