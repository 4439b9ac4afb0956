package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.json.LiveObject;
import java.time.Clock;
import java.util.Optional;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Keeps the API server from getting stuck when it deletes a CRD.
 *
 * <p>It deletes the instances before the CRD. That fails for a CRD that nobody has used yet, because the storage of the
 * instances is opened only then. It tries again within milliseconds; but if its own view of the CRD is behind, it takes
 * its note of the failure for a change of somebody else's, of which an event will tell, and then ignores that event
 * because nothing but the condition Terminating has changed. The CRD stays until all CRDs are looked at again: up to
 * five minutes.
 */
final class CrdDeletions {

    private static final Logger LOG = LoggerFactory.getLogger(CrdDeletions.class);

    private static final String RESOURCE = "customresourcedefinitions.apiextensions.k8s.io";

    /** Selects nothing; a list with a selector is not answered before the storage is open. */
    private static final String NOTHING = "?resourceVersion=0&labelSelector=none%2C%21none";

    private static final int FORBIDDEN = 403;

    private static final int TOO_MANY_REQUESTS = 429;

    private final ObjectClient controller;
    private final Clock clock;
    private final DeletionRetries retries;

    CrdDeletions(ObjectClient controller, Clock clock) {
        this.controller = controller;
        this.clock = clock;
        this.retries = new DeletionRetries(clock, new Random());
    }

    static boolean isDefinition(RestMapping mapping) {
        return mapping.resource().equals(RESOURCE);
    }

    static boolean isDefinition(ResolvedObject object) {
        return object.ref().group().equals("apiextensions.k8s.io")
                && object.ref().kind().equals("CustomResourceDefinition");
    }

    /**
     * Has the API server open the storage of the instances if the object is a CRD that is about to be deleted.
     *
     * @throws ApiException with 429 if the storage is not open yet
     */
    void prepare(RestMapping mapping, ObjectNode object) {
        if (!isDefinition(mapping)) {
            return;
        }
        try {
            servedPath(object).ifPresent(path -> controller.read(path + NOTHING));
        } catch (ApiException e) {
            if (e.code() == TOO_MANY_REQUESTS) {
                throw e;
            }
            LOG.debug("{} is deleted though its instances cannot be listed: {}", ObjectRef.of(object), e.text());
        }
    }

    /** Where the instances of a CRD are served, below the address of the API server; empty if nowhere. */
    static Optional<String> servedPath(ObjectNode crd) {
        JsonNode spec = crd.path("spec");
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean()) {
                return Optional.of("/apis/%s/%s/%s"
                        .formatted(
                                spec.path("group").asText(""),
                                version.path("name").asText(""),
                                spec.path("names").path("plural").asText("")));
            }
        }
        return Optional.empty();
    }

    /**
     * Changes an object that is being deleted, if it is a CRD of which the API server says that it failed to delete the
     * instances: that makes it look again. With several API servers it may be another one than was {@linkplain #prepare
     * prepared} that failed. A CRD that waits or is being worked on is left alone: any change of it makes the API
     * server start over.
     */
    void resume(RestMapping mapping, ObjectNode object, ActingIdentity identity) {
        String uid = new LiveObject(object).uid();
        if (!isDefinition(mapping) || !hasFailed(object) || !retries.isDue(uid)) {
            return;
        }
        ObjectRef ref = ObjectRef.of(object);
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.put("uid", uid);
        // Only as it was seen: by now the API server may be at it again.
        metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
        metadata.putObject("annotations")
                .put(Annotations.DELETION_RETRIED_AT, clock.instant().toString());
        try {
            identity.client().patchMetadata(mapping, ref, metadata);
        } catch (ApiException e) {
            LOG.atLevel(e.code() == FORBIDDEN ? Level.INFO : Level.DEBUG)
                    .log("{} stays until the API server looks at it again, up to five minutes: {}", ref, e.text());
        }
    }

    private static boolean hasFailed(ObjectNode crd) {
        for (JsonNode condition : crd.path("status").path("conditions")) {
            if (condition.path("type").asText("").equals("Terminating")) {
                return condition.path("status").asText("").equals("True")
                        && condition.path("reason").asText("").equals("InstanceDeletionFailed");
            }
        }
        return false;
    }
}
