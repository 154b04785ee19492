package io.evenkeel.perf;

import io.evenkeel.codec.ByteReader;
import io.evenkeel.codec.ByteWriter;
import io.evenkeel.codec.Codec;
import io.evenkeel.codec.CodecRegistry;
import io.evenkeel.codec.CodecSettings;
import io.evenkeel.codec.StructuralHash;
import io.evenkeel.config.Configuration;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What a record costs on its way into bytes and out of them, and what hashing its key costs: the floor under every shuffle.
 * Time is for one value.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CodecBenchmark {

    private static final int VALUES = 10_000;

    /** The kind of value. */
    @Param({"long", "word", "record"})
    private String kind = "";

    private Object[] values = {};
    private final ByteWriter out = new ByteWriter(1 << 20);
    private final ByteReader in = new ByteReader();
    private Codec<Object> codec = registry().none();
    private byte[] encoded = {};

    /** A small record of the kind users have. */
    public record Visit(long user, String page, int seconds) {}

    private static CodecRegistry registry() {
        return new CodecRegistry(CodecBenchmark.class.getClassLoader(), CodecSettings.from(Configuration.empty()));
    }

    @Setup
    public void fill() {
        Random random = new Random(1);
        values = new Object[VALUES];
        for (int i = 0; i < VALUES; i++) {
            values[i] = switch (kind) {
                case "long" -> random.nextLong();
                case "word" -> "word" + random.nextInt(1_000_000);
                case "record" -> new Visit(random.nextLong(), "page" + random.nextInt(1000), random.nextInt(600));
                default -> throw new IllegalArgumentException("no such kind of value: " + kind);
            };
        }
        codec = registry().forValue(values[0]);
        encoded = encode();
    }

    private byte[] encode() {
        out.reset();
        for (Object value : values) {
            codec.write(value, out);
        }
        return out.toByteArray();
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public int write() {
        out.reset();
        for (Object value : values) {
            codec.write(value, out);
        }
        return out.position();
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public void read(Blackhole hole) {
        in.reset(encoded, 0, encoded.length);
        for (int i = 0; i < VALUES; i++) {
            hole.consume(codec.read(in));
        }
    }

    @Benchmark
    @OperationsPerInvocation(VALUES)
    public long hash() {
        long sum = 0;
        for (Object value : values) {
            sum += StructuralHash.hash(value);
        }
        return sum;
    }
}
