package io.olm4j.applier.revision;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Labels;

/**
 * Prepares a rendered object for a revision. It removes the status and all metadata except name, namespace, labels and
 * annotations, and adds the labels and annotations of the extension and the bundle version.
 */
final class ObjectSanitizer {

    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private ObjectSanitizer() {}

    /** The prepared object, a copy. */
    static ObjectNode sanitize(ObjectNode rendered, RevisionIdentity identity) {
        ObjectNode object = rendered.deepCopy();
        object.remove("status");
        JsonNode old = object.path("metadata");
        ObjectNode metadata = object.putObject("metadata");
        copyText(old, metadata, "name");
        copyText(old, metadata, "namespace");
        ObjectNode annotations = metadata.putObject("annotations");
        copyAll(old.path("annotations"), annotations);
        annotations.remove(LAST_APPLIED);
        annotations.put(Annotations.BUNDLE_VERSION, identity.bundleVersion());
        annotations.put(Annotations.PACKAGE_NAME, identity.packageName());
        ObjectNode labels = metadata.putObject("labels");
        copyAll(old.path("labels"), labels);
        labels.put(Labels.OWNER_KIND, ClusterExtension.KIND);
        labels.put(Labels.OWNER_NAME, Labels.value(identity.extensionName()));
        return object;
    }

    private static void copyText(JsonNode from, ObjectNode to, String field) {
        String value = from.path(field).asText("");
        if (!value.isEmpty()) {
            to.put(field, value);
        }
    }

    private static void copyAll(JsonNode from, ObjectNode to) {
        if (from instanceof ObjectNode object) {
            to.setAll(object);
        }
    }
}
