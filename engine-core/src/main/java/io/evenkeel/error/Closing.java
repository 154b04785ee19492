package io.evenkeel.error;

/** Closes what a failure left open. Stateless. */
public final class Closing {

    private Closing() {}

    /** Closes a resource; what fails at that is suppressed by the failure that came first. */
    public static void after(Throwable failure, AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            failure.addSuppressed(e);
        }
    }
}
