package io.evenkeel.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.evenkeel.error.EngineException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigurationLayerTest {

    @TempDir
    private Path directory;

    @Test
    void readsAllThreeForms() throws IOException {
        Path file = Files.writeString(directory.resolve("some.conf"), """
                # a comment
                spark.master            local[4]
                evenkeel.app.name = Größe\\u00e9 \t
                spark.driver.memory: 2g
                evenkeel.long=one \\
                   two
                """);

        ConfigurationLayer layer = ConfigurationLayer.ofFile(file);

        assertThat(layer.origin()).isEqualTo(file.toString());
        assertThat(layer.values())
                .containsEntry("spark.master", "local[4]")
                .containsEntry("evenkeel.app.name", "Größeé")
                .containsEntry("spark.driver.memory", "2g")
                .containsEntry("evenkeel.long", "one two")
                .hasSize(4);
    }

    @Test
    void aMissingFileIsNamed() {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> ConfigurationLayer.ofFile(directory.resolve("none.conf")))
                .withMessageContaining("none.conf does not exist");
    }

    @Test
    void aFileInAnotherEncodingIsRefused() throws IOException {
        Path file = Files.write(
                directory.resolve("latin.conf"), "evenkeel.app.name=Größe".getBytes(StandardCharsets.ISO_8859_1));

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> ConfigurationLayer.ofFile(file))
                .withMessageContaining("latin.conf is not UTF-8");
    }

    @Test
    void aBrokenEscapeIsRefused() throws IOException {
        Path file = Files.writeString(directory.resolve("escape.conf"), "evenkeel.app.name=\\u12");

        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> ConfigurationLayer.ofFile(file))
                .withMessageContaining("escape.conf has an escape");
    }

    @Test
    void systemPropertiesCountIfTheyAreOfTheFamily() {
        Properties properties = new Properties();
        properties.setProperty("evenkeel.master", "local[2]");
        properties.setProperty("evenkeel.test.seed", "7");
        properties.setProperty("evenkeel.root", "/src");
        properties.setProperty("java.home", "/jdk");

        assertThat(ConfigurationLayer.ofSystemProperties(properties).values()).containsOnlyKeys("evenkeel.master");
    }
}
