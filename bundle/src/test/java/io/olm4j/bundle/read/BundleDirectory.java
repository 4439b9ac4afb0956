package io.olm4j.bundle.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.bundle.Finding;
import io.olm4j.bundle.RegistryV1;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Writes a bundle directory for a test. */
public final class BundleDirectory {
    private final Path root;

    public BundleDirectory(Path root) {
        this.root = root;
    }

    /** A bundle of package {@code greeter} without manifests. */
    public static BundleDirectory ofGreeter(Path root) {
        return new BundleDirectory(root).with("metadata/annotations.yaml", """
                annotations:
                  operators.operatorframework.io.bundle.package.v1: greeter
                """);
    }

    public BundleDirectory with(String file, String text) {
        return with(file, text.getBytes(UTF_8));
    }

    public BundleDirectory with(String file, byte[] content) {
        try {
            Path path = root.resolve(file);
            Files.createDirectories(path.getParent());
            Files.write(path, content);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A ClusterServiceVersion that supports all namespaces; the text is added to its spec, indented by two. */
    public BundleDirectory withCsv(String spec) {
        String modes = spec.contains("installModes:") ? "" : "installModes: [{type: AllNamespaces, supported: true}]\n";
        return with("manifests/csv.yaml", """
                apiVersion: operators.coreos.com/v1alpha1
                kind: ClusterServiceVersion
                metadata:
                  name: greeter.v1.0.0
                spec:
                  displayName: Greeter
                """ + (modes + spec).indent(2));
    }

    public Path root() {
        return root;
    }

    public RegistryV1 read() {
        BundleReading reading = BundleReader.read(root);
        assertThat(reading).isInstanceOf(BundleReading.Read.class);
        return ((BundleReading.Read) reading).bundle();
    }

    public List<Finding> findings() {
        BundleReading reading = BundleReader.read(root);
        assertThat(reading).isInstanceOf(BundleReading.Unreadable.class);
        return ((BundleReading.Unreadable) reading).findings();
    }
}
