package io.olm4j.bench.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.RenderResult;
import io.olm4j.bundle.render.Renderer;
import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.files.DirectoryTree;
import io.olm4j.oci.pack.BuiltImage;
import io.olm4j.testsupport.SmallBundles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Operators of seven objects: service account, role, binding, ConfigMap, CustomResourceDefinition, Service, Deployment.
 * Two versions differ in the ConfigMap and the Deployment.
 */
final class SmallOperators {

    static final String OLD = "1.0.0";
    static final String NEW = "1.1.0";

    static final String CATALOG = "small";

    private final BenchCluster bench;
    private final List<String> names;

    private SmallOperators(BenchCluster bench, List<String> names) {
        this.bench = bench;
        this.names = names;
    }

    /** The names of the first ones; an extension, its package and its namespace have the same name. */
    static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj("small-%04d"::formatted).toList();
    }

    /** Pushes the bundles of some operators, and makes a namespace with an installer for each. */
    static SmallOperators push(BenchCluster bench, int count, String... versions) throws Exception {
        SmallOperators operators = new SmallOperators(bench, names(count));
        for (String name : operators.names) {
            for (String version : versions) {
                Path directory = write(name, version);
                BuiltImage image = BundlePacker.pack(directory);
                DirectoryTree.delete(directory);
                bench.push(image(name, version), image);
            }
        }
        operators.names.parallelStream().forEach(name -> bench.apply(SmallBundles.installer(name)));
        return operators;
    }

    List<String> names() {
        return names;
    }

    /** Has the catalog offer these versions, each an upgrade of the ones before; waits until it does. */
    void offer(String... versions) throws Exception {
        StringBuilder catalog = new StringBuilder();
        for (String name : names) {
            catalog.append("""
                    ---
                    {schema: olm.package, name: %1$s, defaultChannel: stable}
                    ---
                    schema: olm.channel
                    package: %1$s
                    name: stable
                    entries:
                    """.formatted(name));
            for (String version : versions) {
                catalog.append("- {name: %1$s.v%2$s, skipRange: \"<%2$s\"}\n".formatted(name, version));
            }
            for (String version : versions) {
                catalog.append("""
                        ---
                        schema: olm.bundle
                        package: %1$s
                        name: %1$s.v%2$s
                        image: %3$s/%4$s
                        properties: [{type: olm.package, value: {packageName: %1$s, version: %2$s}}]
                        """.formatted(name, version, bench.cluster().registryHost(), image(name, version)));
            }
        }
        bench.serve(CATALOG, catalog.toString());
    }

    /** The objects of one of them, as they are installed. */
    static List<ObjectNode> objects(String name, String version) throws IOException {
        Path directory = write(name, version);
        try {
            var options = new RenderOptions(name, Optional.empty(), CertificateProvider.CERT_MANAGER);
            if (BundleReader.read(directory) instanceof BundleReading.Read(var bundle)
                    && Renderer.render(bundle, options) instanceof RenderResult.Rendered(var objects)) {
                return new ArrayList<>(objects);
            }
            throw new IllegalStateException(name + " does not render");
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private static String image(String name, String version) {
        return "bench/" + name + ":v" + version;
    }

    private static Path write(String name, String version) throws IOException {
        Path directory = Files.createTempDirectory("olm4j-bundle-");
        String group = name + ".example.com";
        SmallBundles.write(
                directory,
                name,
                Map.of(
                        "csv.yaml",
                        SmallBundles.operator(
                                name,
                                version,
                                "{owned: [{name: things.%s, kind: Thing, version: v1}]}".formatted(group)),
                        "settings.yaml",
                        SmallBundles.settings(name + "-settings", version),
                        "service.yaml",
                        SmallBundles.service(name),
                        "crd.yaml",
                        SmallBundles.definition("Thing", group, "Namespaced")));
        return directory;
    }
}
