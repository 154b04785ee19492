package io.evenkeel.dataset;

import io.evenkeel.error.EngineException;
import io.evenkeel.error.ErrorCode;
import io.evenkeel.plan.CallSite;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;

/**
 * Tries at the call whether a function can be sent to a task, so that a mistake shows where it was made and not in a
 * scheduler. Stateless.
 */
final class ClosureCheck {

    private ClosureCheck() {}

    /**
     * Serialises the function to nowhere.
     *
     * @throws EngineException with {@link ErrorCode#FUNCTION_NOT_SERIALIZABLE}, naming the call and the captured field
     */
    static void check(Serializable function, CallSite site) {
        try (ObjectOutputStream out = new ObjectOutputStream(OutputStream.nullOutputStream())) {
            out.writeObject(function);
        } catch (IOException | RuntimeException | StackOverflowError e) {
            String path = CapturedPath.toUnserializable(function);
            throw new EngineException(
                    ErrorCode.FUNCTION_NOT_SERIALIZABLE,
                    site + ": the function can't be sent to tasks: " + path
                            + ". Copy what the function needs into a local variable of a serialisable type, make the"
                            + " class Serializable, or create the object inside the function.",
                    e);
        }
    }
}
