package io.evenkeel.skew.diagnosis.log;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the operators of a SQL plan, top down; nesting is bounded by the JSON reader. Confined to one thread. */
final class PlanReader {

    private static final int MAX_NODES = 1_000;
    private static final int MAX_TEXT = 300;
    private static final Pattern CODEGEN = Pattern.compile("WholeStageCodegen \\((\\d{1,6})\\)");

    private final List<PlanNode> nodes = new ArrayList<>();

    static List<PlanNode> read(JsonCursor json) {
        PlanReader reader = new PlanReader();
        reader.readNode(json, -1);
        return reader.nodes;
    }

    /**
     * Children come behind a node's name, so the generated code they belong to is known when they are read; a node whose
     * fields are in another order only loses that number.
     */
    private void readNode(JsonCursor json, int codegen) {
        if (!json.enterObject()) {
            return;
        }
        int inner = codegen;
        String name = "";
        while (json.nextField()) {
            switch (json.name()) {
                case "nodeName" -> {
                    name = json.text(MAX_TEXT);
                    inner = codegenOf(name, codegen);
                }
                case "simpleString" -> {
                    String text = json.text(MAX_TEXT);
                    if (nodes.size() < MAX_NODES && isOperator(name)) {
                        nodes.add(new PlanNode(inner, name, text.isEmpty() ? name : text));
                    }
                }
                case "children" -> {
                    if (json.enterArray()) {
                        while (json.nextElement()) {
                            readNode(json, inner);
                        }
                    }
                }
                default -> {}
            }
        }
    }

    private static boolean isOperator(String name) {
        return !name.isEmpty() && !name.equals("InputAdapter") && !name.startsWith("WholeStageCodegen");
    }

    private static int codegenOf(String name, int outer) {
        if (name.equals("InputAdapter") || name.equals("ShuffleQueryStage") || name.equals("BroadcastQueryStage")) {
            return -1;
        }
        Matcher matcher = CODEGEN.matcher(name);
        return matcher.matches() ? Integer.parseInt(matcher.group(1)) : outer;
    }
}
