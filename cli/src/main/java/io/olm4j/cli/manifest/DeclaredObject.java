package io.olm4j.cli.manifest;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.CustomResource;
import java.util.Map;
import java.util.Optional;

/** The manifest of a custom resource: what a user declares of it. */
public final class DeclaredObject {

    /** kubectl keeps the manifest that it applied last in it. */
    private static final String LAST_APPLIED = "kubectl.kubernetes.io/last-applied-configuration";

    private static final ObjectMapper JSON = new ObjectMapper();

    private DeclaredObject() {}

    /** Name, labels, annotations and spec; what is empty is left out. */
    public static ObjectNode of(CustomResource<?, ?> resource) {
        ObjectNode manifest = JSON.createObjectNode()
                .put("apiVersion", resource.getApiVersion())
                .put("kind", resource.getKind());
        ObjectNode metadata = manifest.putObject("metadata")
                .put("name", resource.getMetadata().getName());
        put(metadata, "labels", resource.getMetadata().getLabels());
        put(metadata, "annotations", resource.getMetadata().getAnnotations());
        manifest.set("spec", JSON.valueToTree(resource.getSpec()));
        return manifest;
    }

    private static void put(ObjectNode metadata, String field, Map<String, String> values) {
        ObjectNode tree = JSON.createObjectNode();
        Optional.ofNullable(values).orElse(Map.of()).forEach(tree::put);
        tree.remove(LAST_APPLIED);
        if (!tree.isEmpty()) {
            metadata.set(field, tree);
        }
    }
}
