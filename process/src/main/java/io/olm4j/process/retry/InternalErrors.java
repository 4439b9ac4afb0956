package io.olm4j.process.retry;

/** What a status says after an unexpected exception of a reconcile. */
public final class InternalErrors {

    private InternalErrors() {}

    /**
     * The message of a condition.
     *
     * @param process whose log contains the stack trace
     */
    public static String message(Exception e, String process) {
        return "internal error: " + e + "; it is retried. Report it with its stack trace in the log of " + process;
    }
}
