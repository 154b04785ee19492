package io.evenkeel.scheduler.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.evenkeel.dataset.Dataset;
import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** SPARK-829, SPARK-4737: a function that can't be sent fails where it is written, and names what it holds. */
@Timeout(10)
class ClosureTest {

    private TestCluster cluster;
    private Dataset<Long> rows;
    private final Thread field = new Thread();

    @BeforeEach
    void open(@TempDir Path directory) {
        cluster = TestCluster.of(1, 1, directory);
        rows = cluster.session().range(0, 3);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private static EngineException refused(Supplier<?> call) {
        EngineException failure = catchThrowableOfType(EngineException.class, call::get);
        assertThat(failure).isNotNull();
        assertThat(failure.code()).isEqualTo(ErrorCode.FUNCTION_NOT_SERIALIZABLE);
        assertThat(failure).hasMessageContaining("at ClosureTest.java:");
        return failure;
    }

    @Test
    void aCapturedThread() {
        Thread captured = new Thread();
        assertThat(refused(() -> rows.map(row -> captured.getName() + row)))
                .hasMessageContaining("map at")
                .hasMessageContaining("captured value 1")
                .hasMessageContaining("java.lang.Thread");
    }

    @Test
    void theEnclosingObject() {
        assertThat(refused(() -> rows.filter(row -> field.getName().isEmpty())))
                .hasMessageContaining("'this'")
                .hasMessageContaining("ClosureTest");
    }

    private record Box(Object inside) implements Serializable {}

    @Test
    void aFieldOfACapturedValue() {
        Box box = new Box(new Box(new Object()));
        assertThat(refused(() -> rows.keyBy(row -> box.hashCode())))
                .hasMessageContaining("field inside → field inside is a java.lang.Object");
    }

    private static final class Hostile implements Serializable {
        private final boolean overflow;

        Hostile(boolean overflow) {
            this.overflow = overflow;
        }

        private void writeObject(ObjectOutputStream out) {
            if (overflow) {
                writeObject(out);
            }
            throw new IllegalStateException("I don't travel");
        }
    }

    @Test
    void aWriteObjectThatThrows() {
        Hostile hostile = new Hostile(false);
        assertThat(refused(() -> rows.map(row -> hostile.overflow)))
                .hasMessageContaining("Hostile")
                .hasMessageContaining("fails while it is written");
    }

    @Test
    void aWriteObjectThatOverflowsTheStack() {
        Hostile hostile = new Hostile(true);
        assertThat(refused(() -> rows.map(row -> hostile.overflow))).hasMessageContaining("Hostile");
    }

    @Test
    void theSessionGoesOn() {
        Thread captured = new Thread();
        refused(() -> rows.map(row -> captured));
        assertThat(rows.count()).isEqualTo(3);
    }
}
