package io.olm4j.catalogd;

import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceAction;
import io.javaoperatorsdk.operator.processing.event.source.controller.ResourceEvent;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.olm4j.api.ClusterCatalog;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reconciles all catalogs when something changes that all of them depend on, such as pull secrets or the leader, and
 * one whose content is lost. A failed catalog is retried at once; a served catalog stays as it is.
 */
final class CatalogRequeueSource {

    private static final Duration PAUSE = Duration.ofMillis(100);

    private final Source source = new Source();
    private final Set<String> lost = ConcurrentHashMap.newKeySet();
    private final Executor soon = CompletableFuture.delayedExecutor(
            PAUSE.toMillis(), TimeUnit.MILLISECONDS, task -> Thread.ofVirtual().start(task));
    private volatile @Nullable EventSourceContext<ClusterCatalog> context;

    /** The event source of the reconciler whose primary resources the context knows. */
    EventSource<?, ClusterCatalog> sourceFor(EventSourceContext<ClusterCatalog> newContext) {
        context = newContext;
        return source;
    }

    void requeueAll() {
        known().forEach(catalog -> source.propagateEvent(ResourceID.fromResource(catalog)));
    }

    /** Reconciles one catalog, if it exists. */
    void requeue(String name) {
        known().stream()
                .filter(catalog -> catalog.getMetadata().getName().equals(name))
                .forEach(catalog -> source.propagateEvent(ResourceID.fromResource(catalog)));
    }

    /** The catalogs of the cluster, as the watch delivered them; none before the start. */
    List<ClusterCatalog> known() {
        EventSourceContext<ClusterCatalog> started = context;
        return started != null && source.isRunning()
                ? started.getPrimaryCache().list().toList()
                : List.of();
    }

    /**
     * Reconciles a catalog that was created again during its deletion: at the end of the deletion the framework drops
     * all events of the name, including those of the new catalog. So an event for the new catalog is sent until it is
     * reconciled.
     */
    void requeueIfCreatedAgain(String name) {
        EventSourceContext<ClusterCatalog> known = context;
        if (known != null && known.getPrimaryCache().get(new ResourceID(name)).isPresent()) {
            lost.add(name);
            soon.execute(() -> tellAgain(name, known));
        }
    }

    /** Call this when the reconciliation of a catalog begins. */
    void takenUp(String name) {
        lost.remove(name);
    }

    private void tellAgain(String name, EventSourceContext<ClusterCatalog> known) {
        if (lost.contains(name) && source.isRunning()) {
            known.getPrimaryCache().get(new ResourceID(name)).ifPresent(source::tell);
            soon.execute(() -> tellAgain(name, known));
        }
    }

    /**
     * An event source that also sends events about the catalogs themselves: the framework ignores other events for a
     * catalog that it has dropped.
     */
    private static final class Source extends SimpleInboundEventSource<ClusterCatalog> {

        Source() {
            super("wake-ups");
        }

        void tell(ClusterCatalog catalog) {
            getEventHandler()
                    .handleEvent(new ResourceEvent(ResourceAction.UPDATED, ResourceID.fromResource(catalog), catalog));
        }
    }
}
