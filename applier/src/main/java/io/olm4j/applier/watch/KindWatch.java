package io.olm4j.applier.watch;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.olm4j.applier.cluster.RestMapping;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The informer on one kind, and the revisions that need it. */
final class KindWatch {

    private final RestMapping mapping;
    private final SharedIndexInformer<GenericKubernetesResource> informer;
    private final CompletableFuture<Void> started;
    private final Set<String> revisions = new HashSet<>();

    /** Starts the informer. */
    KindWatch(RestMapping mapping, SharedIndexInformer<GenericKubernetesResource> informer) {
        this.mapping = mapping;
        this.informer = informer;
        this.started = informer.start().toCompletableFuture();
    }

    RestMapping mapping() {
        return mapping;
    }

    SharedIndexInformer<GenericKubernetesResource> informer() {
        return informer;
    }

    /** Completes when the informer holds everything; exceptionally if it could not start. */
    CompletableFuture<Void> started() {
        return started;
    }

    boolean isSynced() {
        return started.isDone() && !started.isCompletedExceptionally() && informer.isRunning();
    }

    /** Whether it has ended, and a new one is needed. */
    boolean isDead() {
        return started.isCompletedExceptionally() || (started.isDone() && !informer.isRunning());
    }

    Set<String> revisions() {
        return revisions;
    }
}
