package io.olm4j.cli.resolve;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.cli.command.InputFile;
import io.olm4j.cli.command.OlmException;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.dependency.InstalledPackages;
import io.olm4j.controller.extension.revision.InstalledRevisions;
import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.fbc.constraint.ClusterFacts;
import io.olm4j.fbc.constraint.ClusterFacts.InstalledPackage;
import io.olm4j.fbc.property.ApiKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The APIs, packages and version that a bundle can depend on.
 *
 * @param facts kinds, version, packages
 * @param extensions the ClusterExtension of each package, where it is known
 */
record ClusterContent(ClusterFacts facts, Map<String, String> extensions) {

    /** Reads a cluster. */
    static ClusterContent ofCluster(KubernetesClient client) {
        try (ServedApis served = ServedApis.read(client)) {
            List<InstalledExtension> installed = InstalledRevisions.of(InstalledRevisions.all(
                    client.resources(ClusterExtension.class).list().getItems().stream(),
                    client.resources(ClusterObjectSet.class).list().getItems().stream()));
            List<InstalledPackage> packages = new ArrayList<>();
            Map<String, String> extensions = new HashMap<>();
            for (InstalledExtension one : installed) {
                if (!one.extension().isMarkedForDeletion()) {
                    packages.add(
                            InstalledPackages.of(one.packageName(), one.bundle().version(), one.properties()));
                    extensions.put(one.packageName(), one.name());
                }
            }
            return new ClusterContent(new ClusterFacts(served.all(), served.kubernetesVersion(), packages), extensions);
        }
    }

    /**
     * Reads a file with {@code kubernetesVersion}, {@code apis} (group/version/Kind) and {@code packages} (name,
     * version), YAML or JSON; each may be left out.
     *
     * @throws IOException if it cannot be read
     * @throws OlmException if it holds something else
     */
    static ClusterContent ofFile(Path file) throws IOException {
        ObjectNode root = root(file);
        root.fieldNames().forEachRemaining(name -> {
            if (!Set.of("kubernetesVersion", "apis", "packages").contains(name)) {
                throw new OlmException(
                        file + ": unknown field \"" + name + "\"; known are kubernetesVersion, apis and packages");
            }
        });
        Set<ApiKind> apis = new HashSet<>();
        List<InstalledPackage> packages = new ArrayList<>();
        for (JsonNode api : list(root, "apis", file)) {
            try {
                apis.add(ApiKind.parse(api.isTextual() ? api.asText() : api.toString()));
            } catch (IllegalArgumentException e) {
                throw new OlmException(file + ": apis: " + e.getMessage(), e);
            }
        }
        for (JsonNode one : list(root, "packages", file)) {
            if (!one.path("name").isTextual() || !one.path("version").isTextual()) {
                throw new OlmException(file + ": packages: each needs a name and a version, which are text");
            }
            packages.add(InstalledPackages.of(
                    one.path("name").asText(), one.path("version").asText(), Optional.empty()));
        }
        return new ClusterContent(new ClusterFacts(apis, kubernetesVersion(root, file), packages), Map.of());
    }

    /** The elements of a list; none if it is left out. */
    private static Iterable<JsonNode> list(ObjectNode root, String field, Path file) {
        if (root.hasNonNull(field) && !root.path(field).isArray()) {
            throw new OlmException(file + ": " + field + " has to be a list");
        }
        return root.path(field);
    }

    private static String kubernetesVersion(ObjectNode root, Path file) {
        String field = "kubernetesVersion";
        if (root.hasNonNull(field) && !root.path(field).isTextual()) {
            throw new OlmException(file + ": " + field + " has to be text: write it in quotes");
        }
        return root.path(field).asText("");
    }

    private static ObjectNode root(Path file) throws IOException {
        List<JsonNode> documents = InputFile.documents(file);
        if (documents.size() == 1 && documents.getFirst() instanceof ObjectNode root) {
            return root;
        }
        throw new OlmException(
                file + " does not describe a cluster: write one object with kubernetesVersion, apis, packages");
    }
}
