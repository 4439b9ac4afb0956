package io.olm4j.controller.deletion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.api.OlmApi;
import io.olm4j.api.RevisionOwner;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import io.olm4j.applier.engine.DefinitionTeardown;
import io.olm4j.applier.engine.TeardownPolicy;
import io.olm4j.applier.json.LiveObject;
import java.util.Optional;

/**
 * Finds the deletion policy of a set: that of the extension that controls it. It is read from the API server when a
 * definition or a Namespace would be deleted, because a user may change it until then. An unknown value protects the
 * definition. So does an extension that no longer exists because its finalizer was removed by force or its revisions
 * were orphaned: its policy is unknown.
 */
public final class DeletionPolicies {

    private static final RestMapping EXTENSIONS = new RestMapping(
            new GroupVersionKind(OlmApi.GROUP, OlmApi.VERSION, ClusterExtension.KIND), "clusterextensions", false);

    private final ObjectClient controller;
    private final DeletionPolicy byDefault;

    /** @param byDefault the policy of extensions without the annotation */
    public DeletionPolicies(ObjectClient controller, DeletionPolicy byDefault) {
        this.controller = controller;
        this.byDefault = byDefault;
    }

    /** The policy of an extension, and whether the extension stays. */
    private record Policy(DeletionPolicy value, boolean extensionStays) {}

    /**
     * What the removal of a set does with a definition or a Namespace.
     *
     * @param needed whether another revision of the extension may need it; then a Namespace stays, and so does a
     *     definition with its custom resources, unless the extension is deleted too
     * @throws ApiException if the extension cannot be read
     */
    public TeardownPolicy whenRemoved(ClusterObjectSet set, boolean needed) {
        return teardown(of(set), needed, DefinitionTeardown.WAIT_WHILE_IN_USE);
    }

    /**
     * What the archiving of a set does with a definition or a Namespace that the next revision lacks. It does not wait,
     * because the next revision is installed.
     *
     * @param needed as for a removal: a user may archive a set before a newer revision has rolled out
     * @throws ApiException if the extension cannot be read
     */
    public TeardownPolicy whenArchived(ClusterObjectSet set, boolean needed) {
        return teardown(of(set), needed, DefinitionTeardown.KEEP_WHILE_IN_USE);
    }

    private static TeardownPolicy teardown(Policy policy, boolean needed, DefinitionTeardown refusal) {
        boolean othersStay = needed && policy.extensionStays();
        if (policy.value() == DeletionPolicy.KEEP_DEFINITIONS) {
            return new TeardownPolicy(DefinitionTeardown.KEEP, othersStay);
        }
        if (othersStay) {
            return new TeardownPolicy(DefinitionTeardown.KEEP_WHILE_IN_USE, true);
        }
        return TeardownPolicy.of(policy.value() == DeletionPolicy.DELETE ? DefinitionTeardown.DELETE : refusal);
    }

    private Policy of(ClusterObjectSet set) {
        Optional<OwnerReference> owner = RevisionOwner.of(set);
        if (owner.isEmpty()) {
            // Only a set that was made for an extension names a package.
            boolean ofExtension =
                    Annotations.find(set, Annotations.PACKAGE_NAME).isPresent();
            return new Policy(ofExtension ? DeletionPolicy.KEEP_DEFINITIONS : byDefault, false);
        }
        return controller
                .getMetadata(EXTENSIONS, owner.get().getName())
                .filter(extension ->
                        new LiveObject(extension).uid().equals(owner.get().getUid()))
                .map(extension -> new Policy(of(extension), !new LiveObject(extension).isBeingDeleted()))
                .orElseGet(() -> new Policy(DeletionPolicy.KEEP_DEFINITIONS, false));
    }

    private DeletionPolicy of(ObjectNode extension) {
        JsonNode value = extension.at("/metadata/annotations").path(Annotations.DELETION_POLICY);
        return DeletionPolicy.of(Optional.of(value).filter(JsonNode::isTextual).map(JsonNode::textValue), byDefault);
    }
}
