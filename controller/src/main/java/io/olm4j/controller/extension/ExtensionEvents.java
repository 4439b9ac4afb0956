package io.olm4j.controller.extension;

import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.olm4j.api.ClusterExtension;
import io.olm4j.controller.catalog.CatalogChange;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Takes up again the extensions that a change of a catalog, of pull secrets or of a CustomResourceDefinition concerns,
 * and reports those that have left the cluster.
 */
final class ExtensionEvents {

    private final Source source;
    private volatile @Nullable EventSourceContext<ClusterExtension> context;

    /**
     * @param gone is given the name of each extension that has left the cluster, even if its finalizer was taken off by
     *     force
     */
    ExtensionEvents(Consumer<String> gone) {
        source = new Source(gone);
    }

    /** The event source of the reconciler whose primary resources the context knows. */
    EventSource<?, ClusterExtension> sourceFor(EventSourceContext<ClusterExtension> newContext) {
        context = newContext;
        return source;
    }

    /** Takes up the extensions that a change concerns. */
    void catalogChanged(CatalogChange change) {
        takeUp(extension -> DesiredExtension.of(extension)
                .filter(desired -> change.concerns(desired.catalog()))
                .isPresent());
    }

    /** Takes up every extension: what waits for an image is not known by its registry. Those that lack nothing rest. */
    void takeUpAll() {
        takeUp(_ -> true);
    }

    /** Takes up one extension, if it is there. */
    void takeUp(String extension) {
        if (source.isRunning()) {
            source.propagateEvent(new ResourceID(extension));
        }
    }

    private void takeUp(Predicate<ClusterExtension> which) {
        EventSourceContext<ClusterExtension> known = context;
        if (known != null && source.isRunning()) {
            known.getPrimaryCache()
                    .list(which)
                    .forEach(extension -> source.propagateEvent(ResourceID.fromResource(extension)));
        }
    }

    private static final class Source extends SimpleInboundEventSource<ClusterExtension>
            implements ResourceEventAware<ClusterExtension> {

        private final Consumer<String> gone;

        Source(Consumer<String> gone) {
            super("changes");
            this.gone = gone;
        }

        @Override
        public void onResourceDeleted(ClusterExtension extension) {
            gone.accept(extension.getMetadata().getName());
        }
    }
}
