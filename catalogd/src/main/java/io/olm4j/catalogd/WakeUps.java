package io.olm4j.catalogd;

import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.olm4j.api.ClusterCatalog;
import org.jspecify.annotations.Nullable;

/**
 * Takes up all catalogs again when what they all depend on changes: pull secrets, or the leader. One that failed need not wait, one that
 * is served notices nothing.
 */
final class WakeUps {

    private final SimpleInboundEventSource<ClusterCatalog> source = new SimpleInboundEventSource<>("wake-ups");
    private volatile @Nullable EventSourceContext<ClusterCatalog> context;

    /** The event source of the reconciler whose primary resources the context knows. */
    EventSource<?, ClusterCatalog> sourceFor(EventSourceContext<ClusterCatalog> newContext) {
        context = newContext;
        return source;
    }

    void wakeAll() {
        EventSourceContext<ClusterCatalog> known = context;
        if (known != null && source.isRunning()) {
            known.getPrimaryCache().list().forEach(catalog -> source.propagateEvent(ResourceID.fromResource(catalog)));
        }
    }
}
