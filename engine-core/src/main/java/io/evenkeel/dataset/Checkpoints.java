package io.evenkeel.dataset;

import io.evenkeel.checkpoint.CheckpointOutput;
import io.evenkeel.checkpoint.CheckpointSource;
import io.evenkeel.checkpoint.LostRows;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.file.OutputDirectory;
import io.evenkeel.file.WrittenPart;
import io.evenkeel.plan.CacheNode;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.SourceNode;
import io.evenkeel.storage.StorageLevel;
import java.util.ArrayList;
import java.util.List;

/** Writes datasets down and cuts off what made them. Stateless. */
final class Checkpoints {

    private Checkpoints() {}

    /** Writes the rows to a directory; gives a node that reads them from there. */
    static PlanNode reliable(EngineSession session, PlanNode node, String directory, CallSite site) {
        OutputDirectory output = OutputDirectory.prepare(directory, false, List.of());
        try {
            List<WrittenPart> parts = new ArrayList<>();
            session.<Object, WrittenPart>run(
                    node, new CheckpointOutput(output.workingPath()), site, (partition, part) -> parts.add(part));
            output.commit(parts, node.partitions());
            return new SourceNode(session.newNode(), site, new CheckpointSource(output.path(), parts));
        } catch (RuntimeException | Error e) {
            output.abort(e);
            throw e;
        }
    }

    /** Lets the executors keep the rows; gives a node that reads them there and has nothing else. */
    static PlanNode local(EngineSession session, PlanNode node, StorageLevel level, CallSite site) {
        if (!level.usesDisk()) {
            throw new EngineException(
                    ErrorCode.INVALID_ARGUMENT,
                    site + ": rows that can't be computed again need a level with a disk, not " + level);
        }
        session.requireMemory(level, site);
        CacheNode computing = new CacheNode(session.newNode(), site, node, level);
        session.setUnrepeatable(computing);
        int kept = run(session, computing, site);
        if (kept != node.partitions()) {
            session.unpersist(computing);
            throw new EngineException(
                    ErrorCode.DISK_FAILED,
                    site + ": only " + kept + " of " + node.partitions()
                            + " partitions could be kept; see the log for the disks that failed"
                            + " (evenkeel.local.dirs), or use checkpoint(directory)");
        }
        SourceNode lost = new SourceNode(session.newNode(), site, new LostRows(node.partitions(), site.toString()));
        CacheNode cut = new CacheNode(computing.id(), site, lost, level);
        session.track(cut);
        return cut;
    }

    /** Computes all partitions; gives how many are kept then. */
    private static int run(EngineSession session, CacheNode computing, CallSite site) {
        try {
            session.<Object, Long>run(computing, Actions.count(), site, (partition, rows) -> {});
            return session.kept(computing);
        } catch (RuntimeException | Error e) {
            session.unpersist(computing);
            throw e;
        }
    }
}
