package io.olm4j.applier.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Labels;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.Ownership;
import io.olm4j.applier.object.Revision;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the objects of any kind that a revision controls on the cluster, for a revision whose content is lost. It lists
 * every kind that can be deleted, and therefore sends many requests.
 */
final class ControlledObjects {

    private static final String MANAGED =
            "?labelSelector=" + Labels.MANAGED_BY.replace("/", "%2F") + "%3D" + Labels.MANAGED_BY_OLM;

    private final ObjectClient controller;

    ControlledObjects(ObjectClient controller) {
        this.controller = controller;
    }

    /** @throws ApiException if a request to the API server fails */
    List<ObjectNode> find(Revision revision) {
        List<ObjectNode> found = new ArrayList<>();
        for (String apiVersion : preferredVersions()) {
            String path = apiVersion.contains("/") ? "/apis/" + apiVersion : "/api/" + apiVersion;
            for (JsonNode resource : controller.read(path).map(list -> list.path("resources")).stream()
                    .flatMap(resources -> resources.valueStream())
                    .filter(ControlledObjects::isDeletable)
                    .toList()) {
                controller
                        .read(path + "/" + resource.path("name").asText("") + MANAGED)
                        .ifPresent(list ->
                                list.path("items").forEach(item -> add(item, apiVersion, resource, revision, found)));
            }
        }
        return found;
    }

    private List<String> preferredVersions() {
        List<String> versions = new ArrayList<>();
        versions.add("v1");
        controller
                .read("/apis")
                .ifPresent(groups -> groups.path("groups")
                        .forEach(group -> versions.add(group.path("preferredVersion")
                                .path("groupVersion")
                                .asText(""))));
        return versions;
    }

    private static boolean isDeletable(JsonNode resource) {
        List<String> verbs = new ArrayList<>();
        resource.path("verbs").forEach(verb -> verbs.add(verb.asText("")));
        return !resource.path("name").asText("").contains("/") && verbs.contains("list") && verbs.contains("delete");
    }

    private static void add(
            JsonNode item, String apiVersion, JsonNode resource, Revision revision, List<ObjectNode> found) {
        if (item instanceof ObjectNode object && Ownership.isControlledBy(object, revision)) {
            // Items of a list may lack apiVersion and kind.
            object.put("apiVersion", apiVersion)
                    .put("kind", resource.path("kind").asText(""));
            found.add(object);
        }
    }
}
