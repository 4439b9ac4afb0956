package io.olm4j.controller.extension;

import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.olm4j.api.ClusterExtension;
import io.olm4j.controller.catalog.CatalogChange;
import io.olm4j.controller.cluster.PrimaryEvents;
import io.olm4j.controller.extension.revision.DesiredExtension;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Reconciles the extensions that a change of a catalog, of pull secrets or of a CustomResourceDefinition concerns, and
 * reports the extensions that have left the cluster.
 */
final class ExtensionRequeueSource {

    private final PrimaryEvents<ClusterExtension> source = new PrimaryEvents<>("changes", this::left);
    private volatile @Nullable EventSourceContext<ClusterExtension> context;
    private volatile Consumer<ClusterExtension> gone = _ -> {};

    /**
     * The event source of the reconciler whose primary resources the context knows.
     *
     * @param onGone receives each extension that has left the cluster, even if its finalizer was removed by force
     */
    EventSource<?, ClusterExtension> sourceFor(
            EventSourceContext<ClusterExtension> newContext, Consumer<ClusterExtension> onGone) {
        context = newContext;
        gone = onGone;
        return source;
    }

    /** Reconciles the extensions that a change of a catalog concerns. */
    void catalogChanged(CatalogChange change) {
        requeue(extension -> DesiredExtension.of(extension)
                .filter(desired -> change.concerns(desired.catalog()))
                .isPresent());
    }

    /**
     * Reconciles every extension, for example after a change of the pull secrets of the process, because the extensions
     * that wait for an image are not known by registry. Extensions that lack nothing stay as they are.
     */
    void requeueAll() {
        requeue(_ -> true);
    }

    /** Reconciles one extension, if it exists. */
    void requeue(String extension) {
        if (source.isRunning()) {
            source.propagateEvent(new ResourceID(extension));
        }
    }

    private void requeue(Predicate<ClusterExtension> which) {
        EventSourceContext<ClusterExtension> known = context;
        if (known != null && source.isRunning()) {
            known.getPrimaryCache()
                    .list(which)
                    .forEach(extension -> source.propagateEvent(ResourceID.fromResource(extension)));
        }
    }

    private void left(ClusterExtension extension) {
        gone.accept(extension);
    }
}
