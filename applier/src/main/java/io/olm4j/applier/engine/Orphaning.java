package io.olm4j.applier.engine;

import static java.net.HttpURLConnection.HTTP_NOT_FOUND;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.engine.KindResolver.Kinds;
import io.olm4j.applier.object.LiveObjects;
import io.olm4j.applier.object.Ownership;
import io.olm4j.applier.object.PlacedObject;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.work.BoundedWork;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes the marks of a revision from its objects, so that they stay when the revision is deleted and no later pass
 * treats them as its own.
 */
final class Orphaning {

    private static final Logger LOG = LoggerFactory.getLogger(Orphaning.class);
    private static final int ATTEMPTS = 3;

    private final KindResolver kinds;
    private final LiveObjects live;
    private final BoundedWork work;

    Orphaning(KindResolver kinds, LiveObjects live, BoundedWork work) {
        this.kinds = kinds;
        this.live = live;
        this.work = work;
    }

    /**
     * Orphans the objects of a revision. Objects that the account may not change keep the marks of the deleted
     * revision.
     *
     * @return the reason for a retry; empty if no retry is needed
     * @throws ApiException if the API server cannot be read
     */
    Optional<String> orphan(Revision revision, Kinds kinds, ActingIdentity identity) {
        List<PlacedObject> objects = revision.phases().stream()
                .flatMap(phase -> kinds.place(phase.objects()).stream())
                .toList();
        return work.map(objects, object -> orphan(object, revision, identity, false)).stream()
                .flatMap(Optional::stream)
                .findFirst();
    }

    /**
     * Orphans one object of a revision whose extension is deleted too: it must have no owner reference to either.
     *
     * @return the reason for a retry; empty if no retry is needed
     * @throws ApiException if the API server cannot be read, or refuses to remove an owner reference
     */
    Optional<String> keep(PlacedObject object, Revision revision, ActingIdentity identity) {
        return orphan(object, revision, identity, true);
    }

    private Optional<String> orphan(
            PlacedObject object, Revision revision, ActingIdentity identity, boolean mustLoseOwners) {
        try {
            return orphanServed(object, revision, identity, mustLoseOwners);
        } catch (ApiException e) {
            if (e.isNotServed()) {
                return kinds.findAgain(object)
                        .flatMap(again -> orphanServed(again, revision, identity, mustLoseOwners));
            }
            throw e;
        }
    }

    private Optional<String> orphanServed(
            PlacedObject object, Revision revision, ActingIdentity identity, boolean mustLoseOwners) {
        for (int attempt = 1; ; attempt++) {
            Optional<ObjectNode> there = live.fetchServed(object.mapping(), object.ref());
            if (there.isEmpty() || !Ownership.isControlledBy(there.get(), revision)) {
                return Optional.empty();
            }
            try {
                identity.client().patchMetadata(object.mapping(), object.ref(), without(revision, there.get()));
                return Optional.empty();
            } catch (ApiException e) {
                if (e.isNotServed()) {
                    throw e;
                }
                if (mustLoseOwners
                        && isFinal(e.code())
                        && e.code() != HTTP_NOT_FOUND
                        && hasOwner(there.get(), revision)) {
                    throw e; // The garbage collector would delete it with its owner.
                }
                if (isFinal(e.code())) {
                    LOG.info("{} keeps the marks of a deleted revision: {}", object.ref(), e.text());
                    return Optional.empty();
                }
                if (e.code() != 409 || attempt == ATTEMPTS) {
                    return Optional.of("orphaning " + object.ref() + ": " + e.text());
                }
            }
        }
    }

    /** Whether a retry cannot succeed: the account lacks rights, or the account or the object no longer exists. */
    private static boolean isFinal(int code) {
        return code >= 400 && code < 500 && code != 409 && code != 429;
    }

    private static ObjectNode without(Revision revision, ObjectNode there) {
        JsonNode metadata = there.path("metadata");
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.set("uid", metadata.path("uid"));
        patch.set("resourceVersion", metadata.path("resourceVersion"));
        patch.putObject("annotations").putNull(Annotations.REVISION_UID).putNull(Annotations.REVISION_NAME);
        if (metadata.has("ownerReferences")) {
            ArrayNode owners = patch.putArray("ownerReferences");
            for (JsonNode owner : metadata.path("ownerReferences")) {
                if (!isOfExtension(owner, revision)) {
                    owners.add(owner);
                }
            }
        }
        return patch;
    }

    private static boolean hasOwner(ObjectNode there, Revision revision) {
        return there.path("metadata")
                .path("ownerReferences")
                .valueStream()
                .anyMatch(owner -> isOfExtension(owner, revision));
    }

    /**
     * Whether an owner is the extension, or a revision. An earlier olm4j recorded former revisions as owners, and the
     * garbage collector deletes an object when the last of its owners is gone.
     */
    private static boolean isOfExtension(JsonNode owner, Revision revision) {
        String uid = owner.path("uid").asText("");
        return uid.equals(revision.uid()) || uid.equals(revision.ownerUid()) || Ownership.isSet(owner);
    }
}
