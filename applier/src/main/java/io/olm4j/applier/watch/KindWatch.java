package io.olm4j.applier.watch;

import static java.net.HttpURLConnection.HTTP_NOT_FOUND;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.RestMapping;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The informer for one kind, and the revisions that need it. If the kind cannot be listed or watched, the informer
 * retries after pauses that grow to half a minute; it ends when the kind is not served. A watch that could not be
 * renewed for two minutes, or was refused for ten seconds, is not synced any more.
 */
final class KindWatch {

    /**
     * The pause before a watch that ended is renewed: the kind may be served again, or the API server is only late to
     * serve a new kind.
     */
    private static final int RENEWAL_SECONDS = 5;

    private final RestMapping mapping;
    private final SharedIndexInformer<GenericKubernetesResource> informer;
    private final Consumer<KindWatch> resumed;
    private final CompletableFuture<Void> attempted = new CompletableFuture<>();
    private final AtomicBoolean missed = new AtomicBoolean();
    private final Set<String> revisions = new HashSet<>();
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    private volatile boolean started;
    private volatile boolean current;

    /**
     * A watch that is not started yet.
     *
     * @param resumed called when the watch is synced after it was {@linkplain #miss missed}, and some seconds after it
     *     ended
     */
    KindWatch(
            RestMapping mapping, SharedIndexInformer<GenericKubernetesResource> informer, Consumer<KindWatch> resumed) {
        this.mapping = mapping;
        this.informer = informer;
        this.resumed = resumed;
    }

    /** Starts the informer; {@code handler} must call {@link #listed} after every list. */
    void start(ResourceEventHandler<GenericKubernetesResource> handler) {
        var _ = informer.stopped().whenComplete((_, failure) -> {
            if (failure != null) {
                CompletableFuture.delayedExecutor(RENEWAL_SECONDS, TimeUnit.SECONDS)
                        .execute(() -> resumed.accept(this));
            }
        });
        var _ = informer.addEventHandler(handler)
                .exceptionHandler((_, failure) -> {
                    current = false;
                    attempted.complete(null);
                    return !ApiException.isAnswer(failure, HTTP_NOT_FOUND);
                })
                .start()
                .thenRun(() -> {
                    started = true;
                    advance();
                });
    }

    RestMapping mapping() {
        return mapping;
    }

    SharedIndexInformer<GenericKubernetesResource> informer() {
        return informer;
    }

    /** Completes when the informer is synced, or has failed for the first time. */
    CompletableFuture<Void> attempted() {
        return attempted;
    }

    /** Whether the watch has ended and must be replaced. */
    boolean isDead() {
        return !informer.isRunning();
    }

    boolean isSynced() {
        return started && current && informer.isRunning();
    }

    /** Called when all objects were listed and passed to the handler. */
    void listed() {
        current = true;
        advance();
    }

    /**
     * Called when a revision continues before the watch is synced: the revision may miss a change of an object that the
     * watch does not hold yet.
     */
    void miss() {
        missed.set(true);
        advance();
    }

    /** Called before a revision waits for the watch. */
    void startWait(String revision) {
        if (!isSynced()) {
            waiting.add(revision);
        }
    }

    /** Called when a revision has stopped waiting, before it looks for its objects. */
    void endWait(String revision) {
        waiting.remove(revision);
    }

    /**
     * Whether a revision waits for the sync and looks for its objects afterwards, so that it needs no events about
     * them.
     */
    boolean isAwaitedBy(String revision) {
        return waiting.contains(revision);
    }

    private void advance() {
        if (isSynced()) {
            attempted.complete(null);
            if (missed.compareAndSet(true, false)) {
                resumed.accept(this);
            }
        }
    }

    Set<String> revisions() {
        return revisions;
    }
}
