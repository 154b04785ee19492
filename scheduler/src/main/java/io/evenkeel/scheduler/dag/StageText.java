package io.evenkeel.scheduler.dag;

import io.evenkeel.id.ShuffleId;
import io.evenkeel.plan.adapt.ReadSite;
import io.evenkeel.shuffle.ShuffleSpec;
import io.evenkeel.task.StageOutput;
import io.evenkeel.task.Step;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The stages of a job as text: a stage a line, and below it what it does and the writer it gets. Stateless. */
public final class StageText {

    private StageText() {}

    /**
     * Writes them down.
     *
     * @param writer says for an exchange which writer it gets, and why
     * @param reading says how shuffles that were read are read, if not as planned, and why: a line each
     */
    public static String of(
            List<PlannedStage> stages,
            Function<ShuffleSpec, String> writer,
            Function<List<ShuffleId>, List<String>> reading) {
        StringBuilder text = new StringBuilder();
        for (PlannedStage stage : stages) {
            StageSpec spec = stage.spec();
            if (stage.isAhead() && reading.apply(spec.reads().get(0).name()).isEmpty()) {
                continue;
            }
            text.append("  ").append(spec.id()).append(": ").append(spec.name());
            text.append("  [").append(spec.tasks()).append(spec.tasks() == 1 ? " task" : " tasks");
            text.append(", ")
                    .append(spec.determinism().name().toLowerCase(Locale.ROOT))
                    .append("]\n");
            text.append("    ").append(steps(stage.program().root())).append('\n');
            for (ReadSite site : spec.reads()) {
                reading.apply(site.name())
                        .forEach(line -> text.append("    ").append(line).append('\n'));
            }
            if (stage.program().output() instanceof StageOutput.ToShuffle shuffle) {
                text.append("    writes ").append(shuffle.spec().shuffle()).append(" for ");
                text.append(shuffle.spec().reducers()).append(" reducers by ");
                text.append(writer.apply(shuffle.spec())).append('\n');
            }
        }
        return text.toString();
    }

    private static String steps(Step step) {
        if (step instanceof Step.SourceStep source) {
            return "read " + source.source().describe();
        } else if (step instanceof Step.PipeStep pipe) {
            return steps(pipe.input()) + " → " + pipe.operator().name();
        } else if (step instanceof Step.CacheStep cache) {
            return steps(cache.input()) + " → persist " + cache.level();
        } else if (step instanceof Step.UnionStep union) {
            return union.inputs().stream().map(StageText::steps).collect(Collectors.joining(") ∪ (", "(", ")"));
        }
        if (step instanceof Step.MergeStep merge) {
            return merge.inputs().stream().map(StageText::steps).collect(Collectors.joining(") with (", "(", ")"))
                    + " → " + merge.operator().describe();
        }
        Step.ReduceStep reduce = (Step.ReduceStep) step;
        return reduce.shuffles().stream()
                        .filter(shuffle -> !shuffle.isOfParts())
                        .map(Object::toString)
                        .collect(Collectors.joining(", "))
                + " → "
                + reduce.operator().describe();
    }
}
