package io.olm4j.process.retry;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.javaoperatorsdk.operator.OperatorException;
import java.util.concurrent.CancellationException;

/** What a status says after an unexpected exception of a reconcile. */
public final class InternalErrors {

    private InternalErrors() {}

    /**
     * Whether an exception of a reconcile is reported in the status. An exception of the Kubernetes client is not,
     * because most of them concern the write of the status itself; the next attempt follows. An interrupted reconcile
     * reports nothing, because the process ends.
     */
    public static boolean isReported(Exception e) {
        boolean isOfClient = e instanceof KubernetesClientException || e instanceof OperatorException;
        boolean isInterrupted = e instanceof CancellationException
                || e instanceof InterruptedException
                || Thread.currentThread().isInterrupted();
        return !isOfClient && !isInterrupted;
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
