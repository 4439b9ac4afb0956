package io.olm4j.applier.object;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Labels;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.cluster.ObjectClient;
import java.util.List;
import java.util.Set;

/** The CustomResourceDefinitions on the cluster that belong to an extension. */
public final class ControlledDefinitions {

    private static final String GROUP_VERSION = "apiextensions.k8s.io/v1";
    private static final String PATH =
            "/apis/" + GROUP_VERSION + "/customresourcedefinitions?labelSelector=" + Labels.OWNER_NAME + "%3D";

    private ControlledDefinitions() {}

    /**
     * Lists the definitions that are labelled with the name of an extension and have one of these controllers.
     *
     * @param extension the name of the extension
     * @param controllers UIDs, of revisions or of the extension itself: the original made it the controller
     * @throws ApiException if the API server does not list definitions
     */
    public static List<ObjectNode> of(String extension, Set<String> controllers, ObjectClient reader) {
        return reader.read(PATH + Labels.value(extension)).stream()
                .flatMap(list -> list.path("items").valueStream())
                .filter(ObjectNode.class::isInstance)
                .map(ObjectNode.class::cast)
                .filter(definition -> Ownership.controller(definition)
                        .filter(controller -> controllers.contains(controller.uid()))
                        .isPresent())
                // A list omits both.
                .map(definition -> definition.put("apiVersion", GROUP_VERSION).put("kind", "CustomResourceDefinition"))
                .toList();
    }
}
