package io.olm4j.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.Locale;
import java.util.UUID;

/** Sends trees to the API server exactly as they are: no typed class on the way could add or lose a field. */
final class CustomResourceApi {

    private static final String GROUP_VERSION = "/apis/olm.operatorframework.io/v1/";

    private final KubernetesClient client;
    private final KubernetesSerialization serialization = new KubernetesSerialization();

    CustomResourceApi(KubernetesClient client) {
        this.client = client;
    }

    /** What would be stored if the case were written for good; a refusal is a KubernetesClientException. */
    JsonNode tryOut(ValidationCase line) {
        String name = "case-" + UUID.randomUUID();
        ObjectNode object = named(line.object(), name);
        if (line.stored().isEmpty() && !line.aboutStatus()) {
            return send("POST", path(object) + "?dryRun=All", object);
        }
        try {
            ObjectNode stored = store(named(line.stored().orElse(withoutStatus(object)), name));
            object.set("metadata", stored.path("metadata"));
            return send("PUT", path(object) + "/" + name + subresource(object) + "?dryRun=All", object);
        } finally {
            send("DELETE", path(object) + "/" + name, serialization.unmarshal("{}", JsonNode.class));
        }
    }

    /** Creates the object and then writes its status, which creating does not. */
    private ObjectNode store(ObjectNode object) {
        ObjectNode created = (ObjectNode) send("POST", path(object), object);
        if (!object.has("status")) {
            return created;
        }
        created.set("status", object.get("status"));
        String name = created.at("/metadata/name").asText();
        return (ObjectNode) send("PUT", path(object) + "/" + name + "/status", created);
    }

    private JsonNode send(String method, String path, JsonNode body) {
        return serialization.unmarshal(client.raw(path, method, body), JsonNode.class);
    }

    private static ObjectNode named(JsonNode object, String name) {
        ObjectNode named = object.deepCopy();
        named.withObject("/metadata").put("name", name);
        return named;
    }

    private static ObjectNode withoutStatus(ObjectNode object) {
        return object.deepCopy().without("status");
    }

    private static String path(JsonNode object) {
        return GROUP_VERSION + object.path("kind").asText().toLowerCase(Locale.ROOT) + "s";
    }

    private static String subresource(JsonNode object) {
        return object.has("status") ? "/status" : "";
    }
}
