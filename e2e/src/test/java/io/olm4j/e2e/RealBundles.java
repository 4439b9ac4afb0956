package io.olm4j.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.RenderResult;
import io.olm4j.bundle.render.Renderer;
import io.olm4j.cli.pack.BundlePacker;
import io.olm4j.cli.pack.CatalogPacker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The real catalog and the real bundles beside the checkout, brought to the registry of the test. */
final class RealBundles {

    private static final Path DATA = Path.of("..", "..", "shared", "data");
    private static final Path CATALOG = DATA.resolve("catalogs").resolve("community-v4.17");

    private RealBundles() {}

    static boolean present() {
        return Files.isDirectory(CATALOG) && Files.isDirectory(DATA.resolve("bundles"));
    }

    /** The objects of a bundle. */
    static List<ObjectNode> render(String packageName, String version, String namespace, Optional<JsonNode> config) {
        var options = new RenderOptions(namespace, config, CertificateProvider.CERT_MANAGER);
        if (BundleReader.read(bundle(packageName, version)) instanceof BundleReading.Read(var bundle)
                && Renderer.render(bundle, options) instanceof RenderResult.Rendered(var objects)) {
            return objects;
        }
        throw new AssertionError(packageName + " " + version + " does not render");
    }

    /**
     * Pushes bundles, and the whole catalog with the references to them changed to where they are now.
     *
     * @param versions of each package that is wanted
     * @return the image of the catalog
     */
    static String push(OlmCluster olm, Map<String, List<String>> versions, Path scratch) throws Exception {
        try (Stream<Path> files = Files.walk(CATALOG)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = scratch.resolve(CATALOG.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                String packageName = CATALOG.relativize(file).getName(0).toString();
                String content = Files.readString(file);
                for (String version : versions.getOrDefault(packageName, List.of())) {
                    String image = olm.push(
                            "real/" + packageName + ":v" + version, BundlePacker.pack(bundle(packageName, version)));
                    content = content.replace(imageOf(content, packageName, version), image);
                }
                Files.writeString(copy, content);
            }
        }
        return olm.push("real/catalog:latest", CatalogPacker.pack(scratch));
    }

    private static Path bundle(String packageName, String version) {
        return DATA.resolve("bundles").resolve(packageName).resolve(version);
    }

    /** The image reference of the bundle with this version, as the catalog has it. */
    private static String imageOf(String catalog, String packageName, String version) throws IOException {
        Map<String, String> images = new HashMap<>();
        for (JsonNode meta : Yaml.documents(catalog)) {
            if (meta.path("schema").asText().equals("olm.bundle")) {
                for (JsonNode property : meta.path("properties")) {
                    if (property.path("type").asText().equals("olm.package")) {
                        images.put(
                                property.path("value").path("version").asText(),
                                meta.path("image").asText());
                    }
                }
            }
        }
        if (!images.containsKey(version)) {
            throw new AssertionError("the catalog has no version " + version + " of " + packageName);
        }
        return images.get(version);
    }
}
