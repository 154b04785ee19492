package io.evenkeel.event.log;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.evenkeel.testing.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import net.jpountz.lz4.LZ4BlockInputStream;

/** Reads what an event log holds, also of one that is not finished. Stateless. */
public final class LogText {

    private LogText() {}

    /** The events of one file; fails if any line, the last one too, is not whole. */
    public static List<Json> events(Path file) throws IOException {
        String text = text(file);
        if (!text.endsWith("\n")) {
            throw new AssertionError("cut: ..." + text.substring(Math.max(0, text.length() - 100)));
        }
        return text.lines().map(Json::of).toList();
    }

    private static String text(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (InputStream in = unpack(file)) {
            byte[] buffer = new byte[8192];
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes.write(buffer, 0, read);
            }
        } catch (IOException e) {
            if (!file.toString().endsWith(".inprogress")) {
                throw e;
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static InputStream unpack(Path file) throws IOException {
        InputStream in = Files.newInputStream(file);
        String name = file.toString().replace(".inprogress", "");
        return name.endsWith(".zstd")
                ? new ZstdInputStreamNoFinalizer(in)
                : name.endsWith(".lz4")
                        ? LZ4BlockInputStream.newBuilder()
                                .withStopOnEmptyBlock(false)
                                .build(in)
                        : in;
    }
}
