package io.olm4j.cli.change;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.Labels;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.object.Ownership;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The CustomResourceDefinitions of which the original made an extension the owner. The garbage collector deletes them
 * with the extension, also if no revision holds them because the Helm release is lost.
 */
final class OriginalDefinitions {

    private static final String GROUP_VERSION = "apiextensions.k8s.io/v1";
    private static final String PATH =
            "/apis/" + GROUP_VERSION + "/customresourcedefinitions?labelSelector=" + Labels.OWNER_NAME + "%3D";

    private final ObjectClient reader;

    OriginalDefinitions(ObjectClient reader) {
        this.reader = reader;
    }

    /**
     * Reads them with the rights of the user.
     *
     * @param known definitions that are left out
     * @param unknown receives a line if they cannot be read
     */
    List<ObjectNode> of(ClusterExtension extension, List<ObjectNode> known, List<String> unknown) {
        Set<String> names =
                known.stream().map(object -> ObjectRef.of(object).name()).collect(Collectors.toSet());
        String uid = extension.getMetadata().getUid();
        try {
            return reader.read(PATH + extension.getMetadata().getName()).stream()
                    .flatMap(list -> list.path("items").valueStream())
                    .filter(ObjectNode.class::isInstance)
                    .map(ObjectNode.class::cast)
                    .filter(definition -> !names.contains(name(definition)))
                    .filter(definition -> Ownership.controller(definition)
                            .filter(controller -> controller.uid().equals(uid))
                            .isPresent())
                    // A list omits both.
                    .map(definition ->
                            definition.put("apiVersion", GROUP_VERSION).put("kind", UninstallReport.DEFINITION))
                    .toList();
        } catch (ApiException e) {
            unknown.add("which CustomResourceDefinitions the original installed for the extension: " + e.text());
            return List.of();
        }
    }

    private static String name(JsonNode definition) {
        return definition.at("/metadata/name").asText();
    }
}
