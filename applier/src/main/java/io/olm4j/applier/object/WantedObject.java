package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.fields.DuplicateKeys;
import io.olm4j.applier.fields.OwnedFields;
import io.olm4j.applier.json.LiveObject;
import io.olm4j.applier.object.Ownership.Controller;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * Turns an object of a revision into the object to apply: adds the marks of the revision and removes the fields that
 * only the server sets.
 */
final class WantedObject {

    private static final List<String> SERVER_METADATA = List.of(
            "resourceVersion",
            "uid",
            "generation",
            "creationTimestamp",
            "deletionTimestamp",
            "managedFields",
            "selfLink",
            "ownerReferences");

    /** The largest number of former controllers that are recorded. */
    private static final int MAX_FORMER = 5;

    private WantedObject() {}

    /** The object to apply, a copy. */
    static ObjectNode of(ObjectNode object, Revision revision, boolean namespaced) {
        ObjectNode wanted = object.deepCopy();
        wanted.remove("status");
        ObjectNode metadata = child(wanted, "metadata");
        metadata.remove(SERVER_METADATA);
        if (!namespaced) {
            // Some bundles contain webhook configurations with a namespace.
            metadata.remove("namespace");
        }
        ObjectNode labels = child(metadata, "labels");
        labels.put(Labels.MANAGED_BY, Labels.MANAGED_BY_OLM);
        if (!revision.ownerName().isEmpty()) {
            labels.put(Labels.OWNER_NAME, Labels.value(revision.ownerName()));
        }
        child(metadata, "annotations")
                .put(Annotations.REVISION, Long.toString(revision.number()))
                .put(Annotations.REVISION_NAME, revision.name())
                .put(Annotations.REVISION_UID, revision.uid());
        if (CrdDeletions.isDefinition(ObjectRef.of(object))
                && !revision.packageName().isEmpty()) {
            child(metadata, "annotations").put(Annotations.PACKAGE_NAME, revision.packageName());
        }
        normalize(wanted);
        return wanted;
    }

    /** Keeps the former controllers that olm4j recorded on the live object. */
    static void keepFormerControllers(ObjectNode wanted, ObjectNode live, Revision revision) {
        noteFormerSets(wanted, Ownership.takenOverFrom(live), revision);
        JsonNode applied = OwnedFields.of(live)
                .map(owned -> owned.fields().path("f:metadata").path("f:ownerReferences"))
                .orElseGet(MissingNode::getInstance);
        for (JsonNode owner : new LiveObject(live).ownerReferences()) {
            String uid = owner.path("uid").asText("");
            if (!Ownership.isSet(owner)
                    && !owner.path("controller").asBoolean()
                    && applied.has("k:{\"uid\":\"" + uid + "\"}")) {
                addOwner(wanted, owner.deepCopy(), revision);
            }
        }
    }

    /** Makes the revision an owner beside the owners of an object that has no controller, if it has any. */
    static void joinOwners(ObjectNode wanted, ObjectNode live, Revision revision) {
        for (JsonNode owner : new LiveObject(live).ownerReferences()) {
            if (!Ownership.isSet(owner)) {
                addOwner(wanted, owner.deepCopy(), revision);
            }
        }
    }

    /** Records the present controller of an object that the revision takes over. */
    static void takeOver(ObjectNode wanted, Controller from, ObjectNode live, Revision revision) {
        if (from.kind().equals(ClusterObjectSet.KIND)) {
            List<String> former = new ArrayList<>(Ownership.takenOverFrom(live));
            former.add(from.uid());
            noteFormerSets(wanted, former, revision);
        } else {
            from.reference()
                    .ifPresent(owner ->
                            addOwner(wanted, ((ObjectNode) owner).deepCopy().put("controller", false), revision));
        }
    }

    private static void noteFormerSets(ObjectNode wanted, List<String> uids, Revision revision) {
        List<String> others = uids.stream()
                .filter(uid -> !uid.equals(revision.uid()))
                .distinct()
                .toList();
        if (!others.isEmpty()) {
            child(child(wanted, "metadata"), "annotations")
                    .put(
                            Annotations.TAKEN_OVER_FROM,
                            String.join(",", others.subList(Math.max(0, others.size() - MAX_FORMER), others.size())));
        }
    }

    /**
     * Adds the revision as an owner next to another owner: otherwise the object would be deleted with the last of the
     * other owners.
     */
    private static void addOwner(ObjectNode wanted, ObjectNode owner, Revision revision) {
        ObjectNode metadata = child(wanted, "metadata");
        if (!metadata.has("ownerReferences")) {
            metadata.putArray("ownerReferences")
                    .addObject()
                    .put("apiVersion", OlmApi.API_VERSION)
                    .put("kind", ClusterObjectSet.KIND)
                    .put("name", revision.name())
                    .put("uid", revision.uid())
                    .put("controller", true);
        }
        metadata.withArray("ownerReferences").add(owner);
    }

    private static void normalize(ObjectNode wanted) {
        String type =
                wanted.path("apiVersion").asText("") + " " + wanted.path("kind").asText("");
        if (type.equals("v1 Secret")) {
            removeLineBreaks(wanted, "data");
            if (wanted.path("stringData") instanceof ObjectNode plain
                    && plain.valueStream().noneMatch(JsonNode::isContainerNode)) {
                wanted.remove("stringData");
                // The server stores only {@code data}, so only {@code data} can be compared.
                ObjectNode data = child(wanted, "data");
                plain.properties()
                        .forEach(e -> data.put(
                                e.getKey(),
                                Base64.getEncoder()
                                        .encodeToString(e.getValue().asText("").getBytes(StandardCharsets.UTF_8))));
            } else if (wanted.path("stringData").isNull()) {
                wanted.remove("stringData");
            }
            // The server refuses anything else; it says why.
        }
        if (type.equals("v1 ConfigMap")) {
            removeLineBreaks(wanted, "binaryData");
        }
        if (wanted.at("/spec/template/spec") instanceof ObjectNode pod) {
            DuplicateKeys.remove(pod);
        }
        if (type.equals("rbac.authorization.k8s.io/v1 ClusterRole")
                && wanted.path("aggregationRule").isObject()) {
            // A controller of Kubernetes fills in the rules.
            wanted.remove("rules");
        }
    }

    /** The server ignores line breaks in base64 and stores none. */
    private static void removeLineBreaks(ObjectNode wanted, String field) {
        if (wanted.path(field) instanceof ObjectNode data) {
            data.properties().stream()
                    .filter(entry -> entry.getValue().isTextual())
                    .forEach(entry -> entry.setValue(TextNode.valueOf(
                            entry.getValue().asText().replace("\n", "").replace("\r", ""))));
        }
    }

    private static ObjectNode child(ObjectNode parent, String name) {
        return parent.path(name) instanceof ObjectNode there ? there : parent.putObject(name);
    }
}
