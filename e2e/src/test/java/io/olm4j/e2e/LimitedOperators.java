package io.olm4j.e2e;

import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.files.DirectoryTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Versions of the sample operator that support OpenShift up to a version only, as a catalog. */
final class LimitedOperators {

    private static final Path BUNDLES = Path.of("..", "manifests", "samples", "greeter", "bundles");

    private LimitedOperators() {}

    /**
     * Version 1.0.0 with one limit and 1.1.0 with another, which replaces it, in the channel stable of the catalog
     * samples.
     *
     * @param first the value of {@code olm.maxOpenShiftVersion} as YAML
     */
    static void apply(OlmCluster olm, String first, String second) throws Exception {
        List<String> catalog = new ArrayList<>();
        catalog.add("""
                schema: olm.package
                name: greeter-operator
                defaultChannel: stable
                ---
                schema: olm.channel
                package: greeter-operator
                name: stable
                entries:
                  - name: greeter-operator.v1.0.0
                  - name: greeter-operator.v1.1.0
                    replaces: greeter-operator.v1.0.0
                """);
        catalog.add(bundle(olm, "1.0.0", first));
        catalog.add(bundle(olm, "1.1.0", second));
        olm.applyCatalog("samples", String.join("---\n", catalog));
    }

    private static String bundle(OlmCluster olm, String version, String limit) throws Exception {
        Path directory = Files.createTempDirectory("olm4j-limited-");
        try {
            copy(BUNDLES.resolve(version), directory);
            Files.writeString(directory.resolve("metadata/properties.yaml"), """
                    properties:
                      - type: olm.maxOpenShiftVersion
                        value: %s
                    """.formatted(limit));
            String image = olm.push(
                    "olm4j/greeter-limited:v" + version + "-" + System.nanoTime(), BundlePacker.pack(directory));
            return """
                    schema: olm.bundle
                    package: greeter-operator
                    name: greeter-operator.v%1$s
                    image: %2$s
                    properties:
                      - type: olm.package
                        value:
                          packageName: greeter-operator
                          version: %1$s
                      - type: olm.maxOpenShiftVersion
                        value: %3$s
                    """.formatted(version, image, limit);
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            files.filter(Files::isRegularFile).forEach(file -> {
                try {
                    Path copy = to.resolve(from.relativize(file).toString());
                    Files.createDirectories(copy.getParent());
                    Files.copy(file, copy);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
