package io.olm4j.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.RenderResult;
import io.olm4j.bundle.render.Renderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The real bundles beside the checkout. */
public final class RealBundles {
    private static final String NAMESPACE = "operators";

    private RealBundles() {}

    /** All that can be read. */
    static List<Path> directories() throws IOException {
        try (Stream<Path> manifests =
                Files.find(RealData.directory("shared/data/bundles"), 3, (path, _) -> path.endsWith("manifests"))) {
            return manifests.map(Path::getParent).sorted().toList();
        }
    }

    /** The one of a package and version. */
    public static Path directory(String packageName, String version) {
        return RealData.directory("shared/data/bundles").resolve(packageName).resolve(version);
    }

    /** Reads one; an error ends the benchmark. */
    public static RegistryV1 read(Path directory) {
        return switch (BundleReader.read(directory)) {
            case BundleReading.Read(RegistryV1 bundle) -> bundle;
            case BundleReading.Unreadable unreadable -> throw new IllegalStateException(unreadable.message());
        };
    }

    /** Renders in the widest mode that the bundle supports. */
    static List<ObjectNode> render(RegistryV1 bundle) {
        return render(bundle, NAMESPACE, config(bundle.csv().installModes()));
    }

    /** Renders with a configuration. */
    public static List<ObjectNode> render(RegistryV1 bundle, String namespace, Optional<JsonNode> config) {
        var options = new RenderOptions(namespace, config, CertificateProvider.CERT_MANAGER);
        return switch (Renderer.render(bundle, options)) {
            case RenderResult.Rendered(List<ObjectNode> objects) -> objects;
            case RenderResult.Rejected rejected -> throw new IllegalStateException(rejected.message());
        };
    }

    private static Optional<JsonNode> config(Set<InstallMode> modes) {
        if (modes.contains(InstallMode.ALL_NAMESPACES)) {
            return Optional.empty();
        }
        String watched = modes.contains(InstallMode.OWN_NAMESPACE) ? NAMESPACE : "watched";
        return Optional.of(JsonNodeFactory.instance.objectNode().put("watchNamespace", watched));
    }
}
