package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** A plan as text: a node a line, its inputs indented below it. Stateless. */
public final class PlanText {

    private PlanText() {}

    public static String of(PlanNode root) {
        StringBuilder text = new StringBuilder();
        append(root, 0, text, new HashSet<>());
        return text.toString();
    }

    private static void append(PlanNode node, int depth, StringBuilder text, Set<NodeId> shown) {
        text.append("  ".repeat(depth + 1)).append(node.describe());
        text.append("  [").append(node.callSite());
        text.append(", ").append(node.partitions()).append(node.partitions() == 1 ? " partition" : " partitions");
        text.append(", ")
                .append(node.determinism().name().toLowerCase(Locale.ROOT))
                .append(']');
        if (!shown.add(node.id()) && !node.inputs().isEmpty()) {
            text.append("  (its inputs are shown above)\n");
            return;
        }
        text.append('\n');
        node.inputs().forEach(input -> append(input, depth + 1, text, shown));
    }
}
