package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.watch.ManagedObjectWatches;
import java.util.Optional;

/** What is on the server, from a watch where one has it, else read with the controller's own client. */
final class LiveObjects {

    private static final RestMapping SETS = new RestMapping(
            new GroupVersionKind(OlmApi.GROUP, OlmApi.VERSION, ClusterObjectSet.KIND), "clusterobjectsets", false);

    private final ManagedObjectWatches watches;
    private final ObjectClient controller;

    LiveObjects(ManagedObjectWatches watches, ObjectClient controller) {
        this.watches = watches;
        this.controller = controller;
    }

    /** @throws ApiException if the API server cannot say */
    Optional<ObjectNode> find(RestMapping mapping, ObjectRef ref) {
        return watches.find(ref).or(() -> fetch(mapping, ref));
    }

    /** Whether a watch has the object at this very resource version, and nothing newer was written. */
    boolean isAt(ObjectRef ref, String resourceVersion) {
        return watches.resourceVersion(ref).filter(resourceVersion::equals).isPresent();
    }

    /**
     * Whether the server still has the revision, and is not deleting it.
     *
     * @throws ApiException if the API server cannot say
     */
    boolean isActive(Revision revision) {
        return controller
                .get(SETS, "", revision.name())
                .map(set -> set.path("metadata"))
                .filter(metadata ->
                        metadata.path("uid").asText("").equals(revision.uid()) && !metadata.has("deletionTimestamp"))
                .isPresent();
    }

    /**
     * Reads from the server in any case.
     *
     * @throws ApiException if the API server cannot say
     */
    Optional<ObjectNode> fetch(RestMapping mapping, ObjectRef ref) {
        Optional<ObjectNode> live = controller.get(mapping, ref.namespace(), ref.name());
        if (live.isEmpty()) {
            watches.gone(ref);
        }
        return live;
    }

    void wrote(ObjectNode object) {
        watches.wrote(object);
    }
}
