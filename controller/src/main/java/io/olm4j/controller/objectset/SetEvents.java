package io.olm4j.controller.objectset;

import io.javaoperatorsdk.operator.processing.event.source.ResourceEventAware;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import io.olm4j.api.ClusterObjectSet;
import java.util.function.Consumer;

/** Requeues sets on request, and reports the sets that have left the cluster. */
final class SetEvents extends SimpleInboundEventSource<ClusterObjectSet>
        implements ResourceEventAware<ClusterObjectSet> {

    private final Consumer<ClusterObjectSet> gone;

    SetEvents(Consumer<ClusterObjectSet> gone) {
        super("managed-objects");
        this.gone = gone;
    }

    @Override
    public void onResourceDeleted(ClusterObjectSet set) {
        gone.accept(set);
    }

    /** A set that was deleted and created again while the watch was interrupted looks like an update. */
    @Override
    public void onResourceUpdated(ClusterObjectSet now, ClusterObjectSet before) {
        if (!now.getMetadata().getUid().equals(before.getMetadata().getUid())) {
            gone.accept(before);
        }
    }
}
