package io.evenkeel.scheduler.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class FailureReportTest {

    private static final StackTraceElement USER = frame("com.acme.Job", "parse");
    private static final StackTraceElement JDK = frame("java.lang.Integer", "parseInt");
    private static final StackTraceElement ENGINE = frame("io.evenkeel.record.Mapped", "forEachRemaining");
    private static final StackTraceElement EXAMPLE = frame("io.evenkeel.examples.WordCount", "run");

    @Test
    void showsTheUsersFramesAndWhatTheyCalledButNotTheEngine() {
        Throwable cause = with(new NumberFormatException("for input: x"), JDK, USER, ENGINE, JDK);
        EngineException failure =
                with(new EngineException(ErrorCode.JOB_FAILED, "stage 2, partition 3", cause), ENGINE, USER);

        assertThat(report(failure, false).lines())
                .containsExactly(
                        "evenkeel: JOB_FAILED: stage 2, partition 3",
                        "caused by java.lang.NumberFormatException: for input: x",
                        "    at " + JDK,
                        "    at " + USER,
                        "(--verbose prints whole stack traces)");
    }

    @Test
    void showsTheCallOfTheUserWhenTheEngineRefusesIt() {
        EngineException failure =
                with(new EngineException(ErrorCode.INPUT_NOT_FOUND, "no such file: x"), ENGINE, EXAMPLE, ENGINE);

        assertThat(report(failure, false).lines())
                .containsExactly(
                        "evenkeel: INPUT_NOT_FOUND: no such file: x",
                        "    at " + EXAMPLE,
                        "(--verbose prints whole stack traces)");
    }

    @Test
    void whatTheProgramThrowsItselfIsShownToo() {
        Throwable inner = with(new IllegalStateException("inner"), USER);
        Throwable failure = with(new RuntimeException("outer", inner), USER, ENGINE);

        assertThat(report(failure, false))
                .startsWith("evenkeel: the program failed: java.lang.RuntimeException: outer")
                .contains("caused by java.lang.IllegalStateException: inner");
    }

    @Test
    void wholeTracesComeWithVerboseAndWithDefects() {
        EngineException userError = with(new EngineException(ErrorCode.INVALID_ARGUMENT, "wrong"), ENGINE, USER);
        EngineException defect = with(new EngineException(ErrorCode.INTERNAL, "impossible"), ENGINE, USER);

        assertThat(report(userError, false)).doesNotContain("at " + ENGINE);
        assertThat(report(userError, true)).contains("at " + ENGINE);
        assertThat(report(defect, false)).contains("at " + ENGINE);
    }

    @Test
    void shortMemoryNamesTheFlag() {
        assertThat(report(new OutOfMemoryError("Java heap space"), false)).contains("--driver-memory SIZE");
    }

    @Test
    void aCircleOfCausesEnds() {
        RuntimeException one = new RuntimeException("one");
        RuntimeException two = new RuntimeException("two", one);
        one.initCause(two);

        assertThat(report(one, false)).contains("one").contains("two");
    }

    private static String report(Throwable failure, boolean verbose) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new FailureReport(new PrintStream(out, true, StandardCharsets.UTF_8), verbose).print(failure);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static <T extends Throwable> T with(T failure, StackTraceElement... frames) {
        failure.setStackTrace(frames);
        return failure;
    }

    private static StackTraceElement frame(String className, String method) {
        return new StackTraceElement(className, method, "Source.java", 7);
    }
}
