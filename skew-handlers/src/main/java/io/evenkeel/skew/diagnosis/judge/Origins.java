package io.evenkeel.skew.diagnosis.judge;

import io.evenkeel.skew.diagnosis.log.ApplicationLog;
import io.evenkeel.skew.diagnosis.log.JobLog;
import io.evenkeel.skew.diagnosis.log.PlanNode;
import io.evenkeel.skew.diagnosis.log.RddInfo;
import io.evenkeel.skew.diagnosis.log.SqlExecution;
import io.evenkeel.skew.diagnosis.log.StageLog;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds what part of the program each stage of an application comes from. Confined to one thread. */
final class Origins {

    private static final Pattern CODEGEN = Pattern.compile("(?:Gpu)?WholeStageCodegen \\((\\d{1,6})\\)");
    private static final Pattern NAME = Pattern.compile("^([A-Za-z$][\\w$]*) at .*");

    private final ApplicationLog application;
    private final Map<Integer, JobLog> jobOfStage = new HashMap<>();

    Origins(ApplicationLog application) {
        this.application = application;
        for (JobLog job : application.jobs()) {
            for (int stage : job.stages()) {
                jobOfStage.putIfAbsent(stage, job);
            }
        }
    }

    Origin of(StageLog stage) {
        Optional<SqlExecution> query = Optional.ofNullable(jobOfStage.get(stage.id()))
                .flatMap(job -> application.sqlExecution(job.sqlExecution()));
        List<Candidate> candidates = new ArrayList<>();
        addFromDatasets(stage, query, candidates);
        if (candidates.isEmpty()) {
            addFromName(stage, candidates);
        }
        Candidate best = new Candidate("", "", OperatorKind.OTHER);
        for (Candidate candidate : candidates) {
            best = rank(candidate.kind) < rank(best.kind) || best.operator.isEmpty() ? candidate : best;
        }
        return new Origin(
                best.operator,
                best.kind,
                best.text,
                callSite(stage),
                stage.parents(),
                query.isPresent(),
                query.map(SqlExecution::description).orElse(""));
    }

    /** The job that a stage was first planned for. */
    Optional<JobLog> job(StageLog stage) {
        return Optional.ofNullable(jobOfStage.get(stage.id()));
    }

    private static void addFromDatasets(StageLog stage, Optional<SqlExecution> query, List<Candidate> candidates) {
        for (RddInfo rdd : stage.rdds()) {
            Matcher codegen = CODEGEN.matcher(rdd.operator());
            if (codegen.matches()) {
                int number = Integer.parseInt(codegen.group(1));
                query.ifPresent(found -> addFromPlan(found, number, candidates));
                continue;
            }
            String operator = rdd.operator().isEmpty() ? rdd.name() : rdd.operator();
            OperatorKind kind = OperatorKind.of(operator, "");
            String text = "";
            if (query.isPresent()) {
                Optional<PlanNode> node = nodeNamed(query.get(), operator);
                text = node.map(PlanNode::text).orElse("");
                kind = OperatorKind.of(operator, text);
            }
            if (kind != OperatorKind.OTHER) {
                candidates.add(new Candidate(operator, text, kind));
            }
        }
    }

    private static void addFromPlan(SqlExecution query, int codegen, List<Candidate> candidates) {
        for (PlanNode node : query.nodes()) {
            if (node.codegen() == codegen) {
                OperatorKind kind = OperatorKind.of(node.name(), node.text());
                if (kind != OperatorKind.OTHER) {
                    candidates.add(new Candidate(node.name(), node.text(), kind));
                }
            }
        }
    }

    private static Optional<PlanNode> nodeNamed(SqlExecution query, String operator) {
        return query.nodes().stream()
                .filter(node -> node.name().equals(operator))
                .findFirst();
    }

    /** Logs before Spark 1.4 and short ones name the operation only in the stage. */
    private static void addFromName(StageLog stage, List<Candidate> candidates) {
        Matcher matcher = NAME.matcher(stage.name());
        if (matcher.matches()) {
            String operator = matcher.group(1);
            candidates.add(new Candidate(operator, "", OperatorKind.of(operator, "")));
        }
    }

    /** Spark names the line in which an action was called; a helper thread's frame is no use, the query's is. */
    private static String callSite(StageLog stage) {
        String name = stage.name();
        int at = name.indexOf(" at ");
        boolean internal = name.contains("withThreadLocalCaptured")
                || name.contains("ThreadPoolExecutor.java")
                || name.contains("NativeMethodAccessorImpl")
                || name.contains("FutureTask.java");
        return at < 0 || internal ? "" : name.substring(at + 4);
    }

    /** Operators that remedies know best come first. */
    private static int rank(OperatorKind kind) {
        return switch (kind) {
            case FULL_OUTER_JOIN -> 0;
            case JOIN -> 1;
            case GROUP_BY_KEY -> 2;
            case WINDOW -> 3;
            case AGGREGATION -> 4;
            case SORT -> 5;
            case REPARTITION -> 6;
            case SCAN -> 7;
            case OTHER -> 8;
        };
    }

    private record Candidate(String operator, String text, OperatorKind kind) {}
}
