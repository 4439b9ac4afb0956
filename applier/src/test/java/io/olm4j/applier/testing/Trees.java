package io.olm4j.applier.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;

/** Object trees from YAML. */
public final class Trees {

    private Trees() {}

    /** Reads one document. */
    public static ObjectNode yaml(String text) {
        // Without the marker a document that starts with a brace is read as JSON.
        return Serialization.unmarshal("---\n" + text, ObjectNode.class);
    }

    /** An object with only an identity. */
    public static ObjectNode object(String apiVersion, String kind, String namespace, String name) {
        ObjectNode object = yaml("apiVersion: " + apiVersion + "\nkind: " + kind);
        ObjectNode metadata = object.putObject("metadata").put("name", name);
        if (!namespace.isEmpty()) {
            metadata.put("namespace", namespace);
        }
        return object;
    }
}
