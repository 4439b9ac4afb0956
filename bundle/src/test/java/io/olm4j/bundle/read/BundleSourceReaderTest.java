package io.olm4j.bundle.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link BundleSourceReader}. */
class BundleSourceReaderTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init")
    private BundleDirectory bundle;

    @BeforeEach
    void writeBundle() {
        bundle = BundleDirectory.ofGreeter(directory).withCsv("version: 1.0.0\nunknownField: kept");
    }

    @Test
    void shouldKeepDocumentsAsWrittenWhenBundleIsReadable() {
        // given
        bundle.with("manifests/list.yaml", """
                apiVersion: v1
                kind: List
                items: [{apiVersion: v1, kind: ConfigMap, metadata: {name: one}}]
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: two}
                """)
                .with("metadata/dependencies.yaml", "dependencies: []")
                .with("metadata/created-at", "2026-06-19");

        // when
        BundleSource source = read();

        // then
        assertThat(source.csv().at("/spec/unknownField").asText()).isEqualTo("kept");
        assertThat(source.bundle().others()).hasSize(2);
        assertThat(source.manifests())
                .extracting(manifest -> manifest.path("kind").asText())
                .containsExactly("ClusterServiceVersion", "List", "ConfigMap");
        assertThat(source.metadata())
                .extracting(file -> file.fieldNames().next())
                .containsExactly("annotations", "dependencies");
    }

    @Test
    void shouldReportAMetadataFileThatIsNoYaml() {
        bundle.with("metadata/dependencies.yaml", "dependencies: [");

        assertThat(findings()).startsWith("error parsing \"metadata/dependencies.yaml\": line ");
    }

    @Test
    void shouldReportASecondClusterServiceVersion() {
        bundle.with("manifests/old.yaml", """
                apiVersion: operators.coreos.com/v1alpha1
                kind: ClusterServiceVersion
                metadata: {name: greeter.v0.9.0}
                spec: {displayName: Greeter}
                """);

        assertThat(findings()).contains("exactly 1 ClusterServiceVersion").endsWith("found 2");
    }

    @Test
    void shouldReportWhatTheBundleReaderReports() {
        bundle.with("manifests/broken.yaml", "kind: [");

        assertThat(findings()).contains("manifests/broken.yaml");
    }

    private BundleSource read() {
        BundleSourceReading reading = BundleSourceReader.read(directory);
        assertThat(reading).isInstanceOf(BundleSourceReading.Read.class);
        return ((BundleSourceReading.Read) reading).source();
    }

    private String findings() {
        BundleSourceReading reading = BundleSourceReader.read(directory);
        assertThat(reading).isInstanceOf(BundleSourceReading.Unreadable.class);
        var findings = ((BundleSourceReading.Unreadable) reading).findings();
        assertThat(findings).hasSize(1);
        return findings.getFirst().message();
    }
}
