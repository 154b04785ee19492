package io.evenkeel.skew.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Draws the page with a browser, light and dark, into {@code target/screenshots}, for people to look at. Needs Chromium;
 * {@code -Devenkeel.chromium=PATH} says where it is.
 */
@Tag("screenshots")
class ScreenshotTest {

    private static final Path CHROMIUM = Path.of(System.getProperty("evenkeel.chromium", "/usr/bin/chromium"));

    private final Path directory = Path.of("target", "screenshots").toAbsolutePath();

    private static LogBuilder skewed() {
        LogBuilder log = new LogBuilder("Orders by customer")
                .line("{\"Event\":\"io.evenkeel.event.LogStart\",\"Evenkeel Version\":\"0.1.0\"}")
                .line("{\"Event\":\"io.evenkeel.event.HotKeys\",\"Stage ID\":0,\"Shuffle ID\":0,\"Records\":1000,"
                        + "\"Keys\":[{\"Key\":\"customer-17\",\"At Least\":520,\"At Most\":560},"
                        + "{\"Key\":\"customer-4\",\"At Least\":60,\"At Most\":100}]}")
                .executor("1", "host", 8);
        for (int i = 0; i < 16; i++) {
            log.task(0, i).took(900 + 20 * i).read(10_000, 1 << 20).add();
        }
        log.stage(0, "map", 16, 2_400);
        for (int i = 0; i < 32; i++) {
            log.task(1, i)
                    .at(2_400)
                    .took(i == 5 ? 19_000 : 800 + 37 * i)
                    .read(i == 5 ? 900_000 : 20_000 + 100 * i, i == 5 ? 90 << 20 : 2 << 20)
                    .add();
        }
        return log.stage(1, "reduceByKey", 32, 21_500).end(23_000);
    }

    private BufferedImage shot(Path page, String name, int scheme) throws IOException, InterruptedException {
        Path image = directory.resolve(name + ".png");
        Files.deleteIfExists(image);
        Process browser = new ProcessBuilder(List.of(
                        CHROMIUM.toString(),
                        "--headless=new",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--hide-scrollbars",
                        "--user-data-dir=" + directory.resolve("profile-" + name),
                        "--blink-settings=preferredColorScheme=" + scheme,
                        "--window-size=1100,1900",
                        "--screenshot=" + image,
                        page.toUri().toString()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(browser.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return ImageIO.read(image.toFile());
    }

    private static double brightness(BufferedImage image) {
        int pixel = image.getRGB(2, image.getHeight() - 2);
        return ((pixel >> 16 & 0xFF) + (pixel >> 8 & 0xFF) + (pixel & 0xFF)) / (3 * 255.0);
    }

    private static int colours(BufferedImage image) {
        Set<Integer> colours = new HashSet<>();
        for (int y = 0; y < image.getHeight(); y += 3) {
            for (int x = 0; x < image.getWidth(); x += 3) {
                colours.add(image.getRGB(x, y));
            }
        }
        return colours.size();
    }

    @Test
    void thePageIsDrawnLightAndDark() throws Exception {
        Files.createDirectories(directory);
        Path log = Files.writeString(
                directory.resolve("log"),
                skewed().text()
                        .replace("\"Parent IDs\":[],\"Submission Time\"", "\"Parent IDs\":[0],\"Submission Time\""));
        Path page = directory.resolve("page.html");
        assertThat(Run.of("--format", "html", "-o", page.toString(), log.toString())
                        .exitCode())
                .isZero();
        BufferedImage light = shot(page, "light", 1);
        BufferedImage dark = shot(page, "dark", 0);
        assertThat(brightness(light)).isGreaterThan(0.9);
        assertThat(brightness(dark)).isLessThan(0.2);
        assertThat(colours(light)).isGreaterThan(20);
        assertThat(colours(dark)).isGreaterThan(20);
    }
}
