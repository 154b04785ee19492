package io.evenkeel.plan;

import io.evenkeel.id.NodeId;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;

/** A plan as text: a node a line, its inputs indented below it. Stateless. */
public final class PlanText {

    private PlanText() {}

    public static String of(PlanNode root) {
        return of(root, node -> "");
    }

    /**
     * The same with remarks.
     *
     * @param remark what stands behind a node's properties; empty for nothing
     */
    public static String of(PlanNode root, Function<PlanNode, String> remark) {
        StringBuilder text = new StringBuilder();
        append(root, 0, text, new HashSet<>(), remark);
        return text.toString();
    }

    private static void append(
            PlanNode node, int depth, StringBuilder text, Set<NodeId> shown, Function<PlanNode, String> remark) {
        text.append("  ".repeat(depth + 1)).append(node.describe());
        text.append("  [").append(node.callSite());
        text.append(", ").append(node.partitions()).append(node.partitions() == 1 ? " partition" : " partitions");
        text.append(", ")
                .append(node.determinism().name().toLowerCase(Locale.ROOT))
                .append(']');
        String remarked = remark.apply(node);
        text.append(remarked.isEmpty() ? "" : "  " + remarked);
        if (!shown.add(node.id()) && !node.inputs().isEmpty()) {
            text.append("  (its inputs are shown above)\n");
            return;
        }
        text.append('\n');
        node.inputs().forEach(input -> append(input, depth + 1, text, shown, remark));
    }
}
