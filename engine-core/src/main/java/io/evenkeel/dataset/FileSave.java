package io.evenkeel.dataset;

import io.evenkeel.file.Compression;
import io.evenkeel.file.FileSource;
import io.evenkeel.file.OutputDirectory;
import io.evenkeel.file.RowFormat;
import io.evenkeel.file.WrittenPart;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.SourceNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The job that writes a dataset to a directory, whatever the format. Immutable.
 *
 * @param overwrite whether a directory that is there is replaced, once the job has succeeded
 */
record FileSave<T>(Dataset<T> rows, String directory, boolean overwrite, Compression compression) {

    FileSave(Dataset<T> rows, String directory) {
        this(rows, directory, false, Compression.NONE);
    }

    FileSave<T> withOverwrite(boolean changed) {
        return new FileSave<>(rows, directory, changed, compression);
    }

    FileSave<T> withCompression(Compression changed) {
        return new FileSave<>(rows, directory, overwrite, changed);
    }

    /** Runs the job. Either the directory is complete in the end, or everything is as it was. */
    void run(RowFormat<T> format, CallSite site) {
        Set<Path> inputs = new LinkedHashSet<>();
        collectInputs(rows.node, inputs);
        OutputDirectory output = OutputDirectory.prepare(directory, overwrite, inputs);
        try {
            List<WrittenPart> parts = new ArrayList<>();
            rows.session.<T, WrittenPart>run(
                    rows.node, output.writer(format, compression), site, (partition, part) -> parts.add(part));
            output.commit(parts, Math.max(parts.size(), rows.node.partitions()));
        } catch (RuntimeException | Error e) {
            output.abort(e);
            throw e;
        }
    }

    private static void collectInputs(PlanNode node, Set<Path> inputs) {
        if (node instanceof SourceNode source && source.source() instanceof FileSource<?> files) {
            inputs.addAll(files.files());
        }
        node.inputs().forEach(input -> collectInputs(input, inputs));
    }
}
