package io.olm4j.process.retry;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;

/** What a status says after an unexpected exception of a reconcile. */
public final class InternalErrors {

    private InternalErrors() {}

    /** Whether an exception is one of the client. It is left to the next attempt: most are about writing the status. */
    public static boolean isOfClient(Exception e) {
        return e instanceof KubernetesClientException || e instanceof OperatorException;
    }

    /**
     * The message of a condition.
     *
     * @param process whose log contains the stack trace
     */
    public static String message(Exception e, String process) {
        return "internal error: " + e + "; it is retried. Report it with its stack trace in the log of " + process;
    }
}
