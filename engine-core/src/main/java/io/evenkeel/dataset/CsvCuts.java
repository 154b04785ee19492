package io.evenkeel.dataset;

import io.evenkeel.csv.CsvFileSource;
import io.evenkeel.csv.PieceScan;
import io.evenkeel.id.PartitionIndex;
import io.evenkeel.operator.RowSource;
import io.evenkeel.plan.CallSite;
import io.evenkeel.plan.PlanNode;
import io.evenkeel.plan.SourceNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Finds out, once and by a job of its own, what the cuts of CSV files lie in. Stateless. */
final class CsvCuts {

    private CsvCuts() {}

    /** Settles every CSV source in a plan. */
    static void settle(EngineSession session, PlanNode plan) {
        settle(session, plan, new HashSet<>());
    }

    private static void settle(EngineSession session, PlanNode node, Set<Integer> seen) {
        if (!seen.add(node.id().value())) {
            return;
        }
        node.inputs().forEach(input -> settle(session, input, seen));
        if (node instanceof SourceNode source && source.source() instanceof CsvFileSource<?> csv) {
            Optional<RowSource<PieceScan>> scan = csv.scan();
            if (scan.isPresent()) {
                csv.settle(look(session, scan.get(), node.callSite()));
            }
        }
    }

    private static List<PieceScan> look(EngineSession session, RowSource<PieceScan> scan, CallSite site) {
        TreeMap<PartitionIndex, List<PieceScan>> parts = new TreeMap<>();
        CallSite looking = new CallSite("look for cuts in quotes of " + site.operation(), site.place());
        session.run(
                new SourceNode(session.newNode(), looking, scan), Actions.<PieceScan>collect(), looking, parts::put);
        List<PieceScan> scans = new ArrayList<>();
        parts.values().forEach(scans::addAll);
        return scans;
    }
}
