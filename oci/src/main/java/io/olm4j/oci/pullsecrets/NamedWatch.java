package io.olm4j.oci.pullsecrets;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.fabric8.kubernetes.client.informers.cache.ItemStore;
import java.net.HttpURLConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Watches one object by its name, and retries while the API server forbids it. */
final class NamedWatch<T extends HasMetadata> implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(NamedWatch.class);

    private final String what;
    private final SharedIndexInformer<T> informer;
    private final CompletableFuture<Void> answered = new CompletableFuture<>();
    private volatile Optional<String> failure = Optional.empty();

    /**
     * A watch that has not started.
     *
     * @param what the name of the object in messages
     * @param store keeps the object
     * @param onChange runs at every change, and after the first answer of the API server
     */
    NamedWatch(String what, Resource<T> object, ItemStore<T> store, Runnable onChange) {
        this.what = what;
        this.informer = object.runnableInformer(0)
                .itemStore(store)
                .exceptionHandler((started, e) -> noteFailure(e))
                .addEventHandler(new Changes<>(onChange));
        var _ = answered.thenRun(onChange);
    }

    /** Starts to watch, without waiting. */
    void start() {
        informer.start().thenRun(() -> answered.complete(null));
    }

    /**
     * Waits until the API server has answered whether the object exists, or has refused the answer; at most as long as
     * the patience, and not at all if none is left.
     */
    void awaitAnswer(Duration patience) {
        try {
            answered.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.warn("No answer yet about {}", what);
            fail("the API server does not answer");
        }
    }

    /** Whether the API server has answered, or a caller has lost its patience. */
    boolean isAnswered() {
        return answered.isDone();
    }

    /** The current object, if it exists. */
    Optional<T> find() {
        return informer.getStore().list().stream().findFirst();
    }

    /** Why the watch does not know whether the object exists, in one sentence. */
    Optional<String> problem() {
        return informer.hasSynced() ? Optional.empty() : failure;
    }

    /**
     * Notes a failure and retries: every failure may be temporary, because rights can be granted and servers recover.
     */
    private boolean noteFailure(Throwable e) {
        fail(why(e));
        return true;
    }

    private void fail(String why) {
        failure = Optional.of(what + " cannot be read: " + why);
        answered.complete(null);
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
