package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.Stream;

/** Generates the service accounts that permissions name; {@code default} already exists in every namespace. */
final class ServiceAccounts {
    static final String DEFAULT = "default";

    private ServiceAccounts() {}

    static List<ObjectNode> of(Rendering rendering) {
        return Stream.concat(rendering.csv().permissions().stream(), rendering.csv().clusterPermissions().stream())
                .map(ServiceAccounts::name)
                .filter(name -> !name.equals(DEFAULT))
                .distinct()
                .sorted()
                .map(name -> Objects.namespaced("v1", "ServiceAccount", name, rendering.installNamespace()))
                .toList();
    }

    /** The account that a permission or a pod names. */
    static String name(JsonNode named) {
        String name = named.path("serviceAccountName").asText();
        return name.isEmpty() ? DEFAULT : name;
    }
}
