package io.olm4j.controller.cluster;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.util.function.Consumer;

/** Reconciles primary resources on request, and reports those that have left the cluster. */
public final class PrimaryEvents<P extends HasMetadata> extends SimpleInboundEventSource<P>
        implements ResourceEventAware<P> {

    private final Consumer<P> gone;

    /**
     * @param name of the event source
     * @param gone receives each resource that has left the cluster; must return soon
     */
    public PrimaryEvents(String name, Consumer<P> gone) {
        super(name);
        this.gone = gone;
    }

    @Override
    public void onResourceDeleted(P resource) {
        gone.accept(resource);
    }

    /** A resource that was deleted and created again while the watch was interrupted looks like an update. */
    @Override
    public void onResourceUpdated(P now, P before) {
        if (!now.getMetadata().getUid().equals(before.getMetadata().getUid())) {
            gone.accept(before);
        }
    }
}
