package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.watch.ManagedObjectWatches;
import java.util.Optional;

/**
 * Finds live objects: from a watch if it has the object, otherwise from the API server with the controller's own
 * client.
 */
public final class LiveObjects {

    private static final RestMapping SETS = new RestMapping(
            new GroupVersionKind(OlmApi.GROUP, OlmApi.VERSION, ClusterObjectSet.KIND), "clusterobjectsets", false);

    private final ManagedObjectWatches watches;
    private final ObjectClient controller;

    public LiveObjects(ManagedObjectWatches watches, ObjectClient controller) {
        this.watches = watches;
        this.controller = controller;
    }

    /**
     * The live object; empty if it does not exist.
     *
     * @throws ApiException if the API server gives no usable answer
     */
    public Optional<ObjectNode> find(RestMapping mapping, ObjectRef ref) {
        return watches.find(ref).or(() -> fetch(mapping, ref));
    }

    /** The live object if a watch has it; empty does not mean that it does not exist. */
    public Optional<ObjectNode> seen(ObjectRef ref) {
        return watches.find(ref);
    }

    /**
     * The live object as far as the watches know it; empty if they lack it, so that a creation has to show whether it
     * exists.
     *
     * @throws ApiException if no watch has it and the API server gives no usable answer
     */
    public Optional<ObjectNode> expect(RestMapping mapping, ObjectRef ref, Revision revision) {
        return watches.lacks(revision.name(), ref) ? Optional.empty() : find(mapping, ref);
    }

    /** Whether a watch has the object at exactly this resource version and no newer version was written. */
    public boolean isAt(ObjectRef ref, String resourceVersion) {
        return watches.resourceVersion(ref).filter(resourceVersion::equals).isPresent();
    }

    /**
     * Whether the server has a revision of this name and UID.
     *
     * @throws ApiException if the API server gives no usable answer
     */
    boolean exists(String revision, String uid) {
        return exists(controller, revision, uid);
    }

    /** The same, asked with the rights of this client. */
    static boolean exists(ObjectClient reader, String revision, String uid) {
        // Others can write the marks, and a request for no name would be one for all sets.
        return !revision.isEmpty()
                && reader.getMetadata(SETS, revision)
                        .filter(set -> new LiveObject(set).uid().equals(uid))
                        .isPresent();
    }

    /**
     * Whether the server still has the revision, and is not deleting it.
     *
     * @throws ApiException if the API server gives no usable answer
     */
    boolean isActive(Revision revision) {
        return controller
                .getMetadata(SETS, revision.name())
                .map(set -> set.path("metadata"))
                .filter(metadata ->
                        metadata.path("uid").asText("").equals(revision.uid()) && !metadata.has("deletionTimestamp"))
                .isPresent();
    }

    /**
     * Reads the object from the server, without the watches.
     *
     * @throws ApiException if the API server gives no usable answer
     */
    public Optional<ObjectNode> fetch(RestMapping mapping, ObjectRef ref) {
        try {
            return fetchServed(mapping, ref);
        } catch (ApiException e) {
            if (e.isNotServed()) {
                watches.gone(ref);
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Reads the object from the server, as {@link #fetch}, but empty only if its resource is served.
     *
     * @throws ApiException {@linkplain ApiException#isNotServed if its resource is not served}, or the API server
     *     cannot say
     */
    public Optional<ObjectNode> fetchServed(RestMapping mapping, ObjectRef ref) {
        Optional<ObjectNode> live = controller.getServed(mapping, ref.namespace(), ref.name());
        if (live.isEmpty()) {
            watches.gone(ref);
        }
        return live;
    }

    /** Makes changes of an object that a revision does not own trigger a reconcile of the revision. */
    void follow(Revision revision, ObjectRef ref) {
        watches.follow(revision.name(), ref);
    }

    void wrote(ObjectNode object) {
        watches.wrote(object);
    }
}
