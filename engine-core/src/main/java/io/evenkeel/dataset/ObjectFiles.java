package io.evenkeel.dataset;

import io.evenkeel.checkpoint.CheckpointOutput;
import io.evenkeel.checkpoint.CheckpointSource;
import io.evenkeel.file.OutputDirectory;
import io.evenkeel.file.WrittenPart;
import io.evenkeel.operator.RowSource;
import io.evenkeel.plan.CallSite;
import java.util.ArrayList;
import java.util.List;

/** Datasets written as their codecs encode them, in the files of checkpoints. Stateless. */
final class ObjectFiles {

    private ObjectFiles() {}

    static <T> void write(Dataset<T> rows, String directory, CallSite site) {
        OutputDirectory output = OutputDirectory.prepare(directory, false, List.of());
        try {
            List<WrittenPart> parts = new ArrayList<>();
            rows.session.<Object, WrittenPart>run(
                    rows.node, new CheckpointOutput(output.workingPath()), site, (partition, part) -> parts.add(part));
            output.commit(parts, rows.node.partitions());
        } catch (RuntimeException | Error e) {
            output.abort(e);
            throw e;
        }
    }

    @SuppressWarnings("unchecked") // the program says what the rows are
    static <T> RowSource<T> read(String directory) {
        return (RowSource<T>) CheckpointSource.ofDirectory(directory);
    }
}
