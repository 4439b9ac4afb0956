package io.olm4j.applier.object;

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
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.Random;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Prevents the API server from getting stuck when it deletes a CRD.
 *
 * <p>The API server deletes the instances before the CRD. This fails for a CRD whose instances no client has requested
 * yet, because the API server opens the storage of the instances only then. It retries within milliseconds. But if its
 * cached CRD is outdated, it mistakes its own record of the failure for a change by another client and waits for the
 * event of that change. It then ignores the event, because only the condition Terminating has changed. The CRD stays
 * until the API server checks all CRDs again, which takes up to five minutes.
 */
public final class CrdDeletions {

    private static final Logger LOG = LoggerFactory.getLogger(CrdDeletions.class);

    private static final String RESOURCE = "customresourcedefinitions.apiextensions.k8s.io";

    /**
     * A query that selects no instance. The API server does not answer a list with a selector before the storage is
     * open.
     */
    private static final String NOTHING = "?resourceVersion=0&labelSelector=none%2C%21none";

    private static final int FORBIDDEN = 403;

    private static final int TOO_MANY_REQUESTS = 429;

    private final ObjectClient controller;
    private final DeletionRetries retries;

    public CrdDeletions(ObjectClient controller, InstantSource time) {
        this.controller = controller;
        this.retries = new DeletionRetries(time, new Random());
    }

    public static boolean isDefinition(RestMapping mapping) {
        return mapping.resource().equals(RESOURCE);
    }

    public static boolean isDefinition(ResolvedObject object) {
        return isDefinition(object.ref());
    }

    static boolean isDefinition(ObjectRef ref) {
        return ref.group().equals("apiextensions.k8s.io") && ref.kind().equals("CustomResourceDefinition");
    }

    /**
     * Makes the API server open the storage of the instances, if the object is a CRD; call this before the deletion.
     *
     * @throws ApiException with 429 if the storage is not open yet
     */
    public void prepare(RestMapping mapping, ObjectNode object) {
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

    /**
     * The path of a CRD's instances below the address of the API server, at the stored version if that is served: at
     * any other version a conversion webhook that does not answer makes the list fail. Empty if no version is served.
     */
    static Optional<String> servedPath(ObjectNode crd) {
        JsonNode spec = crd.path("spec");
        return spec.path("versions")
                .valueStream()
                .filter(version -> version.path("served").asBoolean())
                .max(Comparator.comparing(version -> version.path("storage").asBoolean()))
                .map(version -> "/apis/%s/%s/%s"
                        .formatted(
                                spec.path("group").asText(""),
                                version.path("name").asText(""),
                                spec.path("names").path("plural").asText("")));
    }

    /**
     * Changes an object that is being deleted, if it is a CRD for which the API server reports that it failed to delete
     * the instances: the change makes the API server retry. With several API servers, another one than the {@linkplain
     * #prepare prepared} one may fail. A CRD whose deletion waits or is in progress is not changed, because any change
     * makes the API server start again.
     */
    public void resume(RestMapping mapping, ObjectNode object, ActingIdentity identity) {
        String uid = new LiveObject(object).uid();
        if (!isDefinition(mapping) || failure(object).isEmpty() || !retries.isDue(uid)) {
            return;
        }
        ObjectRef ref = ObjectRef.of(object);
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.put("uid", uid);
        // Only if the CRD has not changed: the API server may be retrying already.
        metadata.set("resourceVersion", object.path("metadata").path("resourceVersion"));
        metadata.putObject("annotations")
                .put(Annotations.DELETION_RETRIED_AT, Instant.now().toString());
        try {
            identity.client().patchMetadata(mapping, ref, metadata);
        } catch (ApiException e) {
            LOG.atLevel(e.code() == FORBIDDEN ? Level.INFO : Level.DEBUG)
                    .log("{} stays until the API server looks at it again, up to five minutes: {}", ref, e.text());
        }
    }

    /** Why the API server failed to delete the instances of a CRD; empty if it did not fail. */
    static Optional<String> failure(ObjectNode crd) {
        return crd.path("status")
                .path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asText("").equals("Terminating")
                        && condition.path("status").asText("").equals("True")
                        && condition.path("reason").asText("").equals("InstanceDeletionFailed"))
                .map(condition -> condition.path("message").asText(""))
                .findFirst();
    }
}
