package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Labels;
import io.olm4j.api.OlmApi;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/** Turns an object of a revision into what is applied: with its marks of management, without what only the server sets. */
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

    private WantedObject() {}

    /** Returns a copy. */
    static ObjectNode of(ObjectNode object, Revision revision, boolean namespaced) {
        ObjectNode wanted = object.deepCopy();
        wanted.remove("status");
        ObjectNode metadata = child(wanted, "metadata");
        metadata.remove(SERVER_METADATA);
        if (!namespaced) {
            // Bundles carry webhook configurations with a namespace.
            metadata.remove("namespace");
        }
        ObjectNode labels = child(metadata, "labels");
        labels.put(Labels.MANAGED_BY, Labels.MANAGED_BY_OLM);
        if (!revision.ownerName().isEmpty()) {
            labels.put(Labels.OWNER_NAME, revision.ownerName());
        }
        child(metadata, "annotations").put(Annotations.REVISION, Long.toString(revision.number()));
        metadata.putArray("ownerReferences")
                .addObject()
                .put("apiVersion", OlmApi.API_VERSION)
                .put("kind", ClusterObjectSet.KIND)
                .put("name", revision.name())
                .put("uid", revision.uid())
                .put("controller", true);
        normalize(wanted);
        return wanted;
    }

    /** Keeps the plain owners that olm4j applied, as controllers it once {@linkplain #demote demoted}. */
    static void keepOwners(ObjectNode wanted, ObjectNode live, Revision revision) {
        JsonNode applied = OwnedFields.of(live, OlmApi.FIELD_MANAGER)
                .map(owned -> owned.fields().path("f:metadata").path("f:ownerReferences"))
                .orElseGet(MissingNode::getInstance);
        for (JsonNode owner : live.path("metadata").path("ownerReferences")) {
            String uid = owner.path("uid").asText("");
            if (!uid.equals(revision.uid())
                    && !owner.path("controller").asBoolean()
                    && applied.has("k:{\"uid\":\"" + uid + "\"}")) {
                owners(wanted).add(owner.deepCopy());
            }
        }
    }

    /** Adds the present controller of an adopted object as a plain owner: there can be only one controller. */
    static void demote(ObjectNode wanted, JsonNode controller) {
        ObjectNode owner = ((ObjectNode) controller).deepCopy().put("controller", false);
        owners(wanted).add(owner);
    }

    private static ArrayNode owners(ObjectNode wanted) {
        return (ArrayNode) wanted.path("metadata").path("ownerReferences");
    }

    private static void normalize(ObjectNode wanted) {
        String type =
                wanted.path("apiVersion").asText("") + " " + wanted.path("kind").asText("");
        if (type.equals("v1 Secret") && wanted.remove("stringData") instanceof ObjectNode plain) {
            // The server keeps only data, so only data can be compared.
            ObjectNode data = child(wanted, "data");
            plain.properties()
                    .forEach(e -> data.put(
                            e.getKey(),
                            Base64.getEncoder()
                                    .encodeToString(e.getValue().asText("").getBytes(StandardCharsets.UTF_8))));
        }
        if (type.equals("rbac.authorization.k8s.io/v1 ClusterRole")
                && wanted.path("aggregationRule").isObject()) {
            // A controller fills these in.
            wanted.remove("rules");
        }
    }

    private static ObjectNode child(ObjectNode parent, String name) {
        return parent.path(name) instanceof ObjectNode there ? there : parent.putObject(name);
    }
}
