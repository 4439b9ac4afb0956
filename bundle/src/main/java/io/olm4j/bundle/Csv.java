package io.olm4j.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A ClusterServiceVersion of a bundle.
 *
 * @param tree the object as the API type encodes it, without unknown fields; it is shared and must not be changed
 */
public record Csv(ObjectNode tree) {

    /** The name; empty if there is none. */
    public String name() {
        return tree.at("/metadata/name").asText();
    }

    /** The annotations, sorted by key. */
    public Map<String, String> annotations() {
        Map<String, String> annotations = new TreeMap<>();
        tree.at("/metadata/annotations")
                .properties()
                .forEach(e -> annotations.put(e.getKey(), e.getValue().asText()));
        return Collections.unmodifiableMap(annotations);
    }

    /** The properties of the bundle: a JSON list of objects with type and value. */
    public Optional<String> olmProperties() {
        return Optional.ofNullable(annotations().get(BundleProperties.ANNOTATION));
    }

    /** The install modes marked as supported, in alphabetical order. */
    public Set<InstallMode> installModes() {
        Set<InstallMode> modes = EnumSet.noneOf(InstallMode.class);
        installModeNames().forEach(name -> InstallMode.of(name).ifPresent(modes::add));
        return Collections.unmodifiableSet(modes);
    }

    /** The names of all install modes marked as supported, including unknown modes. */
    public SortedSet<String> installModeNames() {
        SortedSet<String> names = new TreeSet<>();
        for (JsonNode mode : tree.at("/spec/installModes")) {
            if (mode.path("supported").asBoolean()) {
                names.add(mode.path("type").asText());
            }
        }
        return Collections.unmodifiableSortedSet(names);
    }

    /** The deployments of the install strategy: {@code name}, {@code spec}, {@code label}. */
    public List<JsonNode> deployments() {
        return list("/spec/install/spec/deployments");
    }

    /** The names of the deployments, in their order. */
    public List<String> deploymentNames() {
        return deployments().stream()
                .map(deployment -> deployment.path("name").asText())
                .toList();
    }

    /** The operator's permissions in the namespaces that it watches: {@code serviceAccountName}, {@code rules}. */
    public List<JsonNode> permissions() {
        return list("/spec/install/spec/permissions");
    }

    /** The operator's permissions in the whole cluster: {@code serviceAccountName}, {@code rules}. */
    public List<JsonNode> clusterPermissions() {
        return list("/spec/install/spec/clusterPermissions");
    }

    /** The admission and conversion webhooks. */
    public List<Webhook> webhooks() {
        return list("/spec/webhookdefinitions").stream().map(Webhook::new).toList();
    }

    /** The names of the custom resource definitions that the operator owns. */
    public List<String> ownedCrds() {
        return ownedCrdDescriptions().stream()
                .map(crd -> crd.path("name").asText())
                .toList();
    }

    /** The custom resource definitions that the operator owns: {@code name}, {@code version}, {@code kind}. */
    public List<JsonNode> ownedCrdDescriptions() {
        return list("/spec/customresourcedefinitions/owned");
    }

    /** Every resource of the aggregated APIs that the operator serves. */
    public List<ApiService> apiServiceResources() {
        return list("/spec/apiservicedefinitions/owned").stream()
                .map(ApiService::new)
                .toList();
    }

    /**
     * The aggregated APIs that the operator serves, sorted by name. If several have the same group and version, the
     * last one counts.
     */
    public List<ApiService> apiServices() {
        Map<String, ApiService> byName = new TreeMap<>();
        apiServiceResources().forEach(service -> byName.put(service.name(), service));
        return List.copyOf(byName.values());
    }

    private List<JsonNode> list(String pointer) {
        List<JsonNode> nodes = new ArrayList<>();
        tree.at(pointer).forEach(nodes::add);
        return Collections.unmodifiableList(nodes);
    }
}
