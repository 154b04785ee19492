package io.evenkeel.task;

import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.RecordLayout;
import io.evenkeel.id.ShuffleId;
import io.evenkeel.operator.TaskContext;
import io.evenkeel.plan.adapt.KeyChoice;
import io.evenkeel.shuffle.MapStatus;
import io.evenkeel.shuffle.ReducerShare;
import io.evenkeel.shuffle.read.ShuffleBlockReader;
import io.evenkeel.sort.SpillContext;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The shuffles that a reduce step reads, and how their records are encoded. Confined to the task's thread. */
final class ReduceInputs {

    /** What is read of one shuffle. */
    private record Input(ShuffleId shuffle, List<MapStatus> statuses, ReducerShare share) {}

    private final TaskContext context;
    private final ExecutorServices services;
    private final SpillContext spills;
    private final List<Input> inputs = new ArrayList<>();
    private @Nullable KeyChoice choice;

    ReduceInputs(TaskContext context, ExecutorServices services, SpillContext spills) {
        this.context = context;
        this.services = services;
        this.spills = spills;
    }

    void add(List<MapStatus> statuses, ShuffleId shuffle, ReducerShare share) {
        inputs.add(new Input(shuffle, statuses, share));
    }

    /** Only some of the rows are taken, by their keys. */
    void choose(KeyChoice keys) {
        choice = keys;
    }

    /** Which rows are taken, by keys that a codec writes; null for all. */
    @Nullable
    ChosenKeys chosen(Codec<Object> keyCodec) {
        return choice == null ? null : ChosenKeys.of(choice, keyCodec, codecs());
    }

    /** How many there are. */
    int count() {
        return inputs.size();
    }

    TaskContext context() {
        return context;
    }

    CodecRegistry codecs() {
        return services.codecs();
    }

    SpillContext spills() {
        return spills;
    }

    /** Starts to read one of the shuffles; the caller closes the cursor. */
    ShuffleCursor open(int number) {
        Input input = inputs.get(number);
        ShuffleBlockReader reader = new ShuffleBlockReader(
                input.shuffle(),
                input.share(),
                input.statuses(),
                services.outputs(),
                services.shuffleSettings(),
                context.counters());
        return new ShuffleCursor(reader, context);
    }

    /** How many bytes there are to read of one shuffle, about. */
    long bytes(int number) {
        Input input = inputs.get(number);
        long bytes = 0;
        for (MapStatus status : input.statuses()) {
            for (int reducer = input.share().first(); reducer < input.share().end(); reducer++) {
                bytes += status.sizes().bytes(reducer);
            }
        }
        return bytes / input.share().parts();
    }

    /** How much memory a side of a join may take that is not sorted, so that other structures of the task have room. */
    long joinBytes() {
        return services.combineBytes() / 2;
    }

    /** The codec that all keys of all inputs are written by; empty if they differ, or nothing was written. */
    Optional<Codec<Object>> keyCodec() {
        Set<String> names = new LinkedHashSet<>();
        for (int i = 0; i < inputs.size(); i++) {
            layouts(i).forEach(layout -> names.add(layout.keyCodec()));
        }
        return only(names);
    }

    /** The codec that all values of one input are written by; empty if they differ, or nothing was written. */
    Optional<Codec<Object>> valueCodec(int number) {
        Set<String> names = new LinkedHashSet<>();
        layouts(number).forEach(layout -> names.add(layout.valueCodec()));
        return only(names);
    }

    private Optional<Codec<Object>> only(Set<String> names) {
        return names.size() == 1
                ? Optional.of(codecs().fromDescriptor(names.iterator().next()))
                : Optional.empty();
    }

    private Set<RecordLayout> layouts(int number) {
        Set<RecordLayout> layouts = new LinkedHashSet<>();
        inputs.get(number).statuses().forEach(status -> layouts.addAll(status.layouts()));
        return layouts;
    }
}
