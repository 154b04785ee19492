package io.evenkeel.file;

import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** How the files of an output are made; tests let it fail. */
@FunctionalInterface
public interface OutputFiles extends Serializable {

    /** Creates a file that must not be there yet. The caller closes it. */
    OutputStream create(Path path) throws IOException;

    /** The ordinary ones. */
    static OutputFiles ofThisMachine() {
        return path -> Files.newOutputStream(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
}
