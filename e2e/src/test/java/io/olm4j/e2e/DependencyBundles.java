package io.olm4j.e2e;

import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.testsupport.SmallBundles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Small bundles that need and bring things, and a catalog of them. */
final class DependencyBundles {

    private final OlmCluster olm;
    private final StringBuilder catalog = new StringBuilder();

    DependencyBundles(OlmCluster olm) {
        this.olm = olm;
    }

    /** Adds a package with its channel; each version replaces the one before. */
    void addPackage(String name, String... versions) {
        catalog.append("""
                ---
                {schema: olm.package, name: %1$s, defaultChannel: stable}
                ---
                schema: olm.channel
                package: %1$s
                name: stable
                entries:
                """.formatted(name));
        String before = "";
        for (String version : versions) {
            catalog.append("- {name: %1$s.v%2$s%3$s}\n".formatted(name, version, before));
            before = ", replaces: %s.v%s".formatted(name, version);
        }
    }

    /**
     * Pushes a bundle, and adds it to the catalog.
     *
     * @param spec more fields of the ClusterServiceVersion's spec, YAML in flow style
     * @param kind the kind of a CustomResourceDefinition that it brings; none if empty
     * @param properties in the catalog, YAML in flow style, one a line
     */
    void addBundle(String name, String version, String spec, String kind, String properties) throws Exception {
        Map<String, String> manifests = new HashMap<>();
        manifests.put("csv.yaml", """
                apiVersion: operators.coreos.com/v1alpha1
                kind: ClusterServiceVersion
                metadata: {name: %1$s.v%2$s}
                spec:
                  displayName: %1$s
                  version: %2$s
                  installModes: [{type: AllNamespaces, supported: true}]
                  install: {strategy: deployment, spec: {deployments: []}}
                %3$s%4$s
                """.formatted(
                        name,
                        version,
                        spec.isEmpty() ? "" : "  " + spec + "\n",
                        kind.isEmpty()
                                ? ""
                                : "  customresourcedefinitions: {owned: [{name: %s, kind: %s, version: v1}]}"
                                        .formatted(crdName(kind), kind)));
        manifests.put("settings.yaml", SmallBundles.settings(name + "-settings", version));
        if (!kind.isEmpty()) {
            manifests.put("crd.yaml", crd(kind));
        }
        addBundle(
                name,
                version,
                manifests,
                (kind.isEmpty()
                                ? ""
                                : "- {type: olm.gvk, value: {group: deps.example.com, version: v1, kind: " + kind
                                        + "}}\n")
                        + properties);
    }

    /**
     * Pushes a bundle of these manifests, and adds it to the catalog.
     *
     * @param manifests their texts by file name
     */
    void addBundle(String name, String version, Map<String, String> manifests, String properties) throws Exception {
        Path directory = Files.createTempDirectory("olm4j-bundle-");
        try {
            SmallBundles.write(directory, name, manifests);
            String image = olm.push("deps/" + name + ":v" + version, BundlePacker.pack(directory));
            catalog.append("""
                    ---
                    schema: olm.bundle
                    package: %1$s
                    name: %1$s.v%2$s
                    image: %3$s
                    properties:
                    - {type: olm.package, value: {packageName: %1$s, version: %2$s}}
                    %4$s
                    """.formatted(name, version, image, properties));
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    /** The catalog of what was added. */
    String catalog() {
        return catalog.toString();
    }

    static String crdName(String kind) {
        return kind.toLowerCase(Locale.ROOT) + "s.deps.example.com";
    }

    static String crd(String kind) {
        return SmallBundles.definition(kind, "deps.example.com", "Cluster");
    }
}
