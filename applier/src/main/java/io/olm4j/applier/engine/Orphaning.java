package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.engine.KindResolver.Kinds;
import io.olm4j.applier.work.BoundedWork;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a revision off the owners of its objects, so that they stay when it goes. The garbage collector does so too, but misses
 * what it has not seen yet, and would collect that later.
 */
final class Orphaning {

    private static final Logger LOG = LoggerFactory.getLogger(Orphaning.class);
    private static final int ATTEMPTS = 3;

    private final LiveObjects live;
    private final BoundedWork work;

    Orphaning(LiveObjects live, BoundedWork work) {
        this.live = live;
        this.work = work;
    }

    /** What cannot be changed is left to the garbage collector. */
    void orphan(Revision revision, Kinds kinds, ActingIdentity identity) {
        List<PlacedObject> objects = revision.phases().stream()
                .flatMap(phase -> kinds.place(phase.objects()).stream())
                .toList();
        var _ = work.map(objects, object -> orphan(object, revision, identity));
    }

    /** Returns whether the object has nothing to do with the revision any more. */
    private boolean orphan(PlacedObject object, Revision revision, ActingIdentity identity) {
        try {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                Optional<ObjectNode> there = live.fetch(object.mapping(), object.ref());
                if (there.isEmpty() || !Ownership.isControlledBy(there.get(), revision)) {
                    return true;
                }
                try {
                    identity.client().patchMetadata(object.mapping(), object.ref(), without(revision, there.get()));
                    return true;
                } catch (ApiException e) {
                    if (e.code() != 409) {
                        throw e;
                    }
                }
            }
        } catch (ApiException e) {
            LOG.debug("{} is left to the garbage collector to orphan: {}", object.ref(), e.text());
        }
        return false;
    }

    private static ObjectNode without(Revision revision, ObjectNode there) {
        JsonNode metadata = there.path("metadata");
        ArrayNode owners = JsonNodeFactory.instance.arrayNode();
        for (JsonNode owner : metadata.path("ownerReferences")) {
            if (!owner.path("uid").asText("").equals(revision.uid())) {
                owners.add(owner);
            }
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("uid", metadata.path("uid"));
        patch.set("resourceVersion", metadata.path("resourceVersion"));
        patch.set("ownerReferences", owners);
        return patch;
    }
}
