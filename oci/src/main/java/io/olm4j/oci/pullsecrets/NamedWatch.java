package io.olm4j.oci.pullsecrets;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches one object by its name, and tries for as long as it may not. */
final class NamedWatch<T extends HasMetadata> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NamedWatch.class);

    private final String what;
    private final SharedIndexInformer<T> informer;
    private final CompletableFuture<Void> answered = new CompletableFuture<>();
    private volatile Optional<String> failure = Optional.empty();

    /**
     * A watch that has not begun.
     *
     * @param what the object in words, for messages
     * @param onChange told of every change, that it is there at first included
     */
    NamedWatch(String what, Resource<T> object, Runnable onChange) {
        this.what = what;
        this.informer = object.runnableInformer(0)
                .exceptionHandler((started, e) -> noteFailure(e))
                .addEventHandler(new Changes<>(onChange));
    }

    /** Starts to watch, without waiting. */
    void start() {
        informer.start().thenRun(() -> answered.complete(null));
    }

    /**
     * Waits until the API server has said whether the object is there, or that it does not say; not longer than that.
     */
    void awaitAnswer(Duration patience) {
        try {
            answered.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("No answer yet about {}", what);
        }
    }

    /** The object as it is now, if it is there. */
    Optional<T> find() {
        return informer.getStore().list().stream().findFirst();
    }

    /** Why it is not known whether the object is there, in one sentence. */
    Optional<String> problem() {
        return informer.hasSynced() ? Optional.empty() : failure;
    }

    /** Whatever it is, it may pass: rights can be granted, servers come back. */
    private boolean noteFailure(Throwable e) {
        failure = Optional.of(what + " cannot be read: " + why(e));
        answered.complete(null);
        return true;
    }

    private static String why(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof KubernetesClientException answer && answer.getCode() > 0) {
                return "the API server answers " + answer.getCode()
                        + (answer.getCode() == HttpURLConnection.HTTP_FORBIDDEN
                                ? "; it takes the permission to \"get\", \"list\" and \"watch\" it by this name"
                                : "");
            }
        }
        return "the API server cannot be reached";
    }

    @Override
    public void close() {
        informer.close();
    }

    private record Changes<T>(Runnable onChange) implements ResourceEventHandler<T> {

        @Override
        public void onAdd(T object) {
            onChange.run();
        }

        @Override
        public void onUpdate(T before, T now) {
            onChange.run();
        }

        @Override
        public void onDelete(T object, boolean unknown) {
            onChange.run();
        }
    }
}
