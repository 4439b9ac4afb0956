package io.olm4j.catalogrender;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.bundle.read.BundleSourceReader;
import io.olm4j.bundle.read.BundleSourceReading;
import io.olm4j.testsupport.Fuzzing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fuzzing of bundles that are rendered as objects of catalogs. */
class BundleMetaFuzzTest {
    private static final String CSV = """
            apiVersion: operators.coreos.com/v1alpha1
            kind: ClusterServiceVersion
            metadata:
              name: greeter.v1.0.0
              annotations: {olm.properties: '[{"type":"a","value":{"b":[1,2.50,"<"]}}]'}
            spec:
              version: 1.0.0
              installModes: [{type: AllNamespaces, supported: true}]
              relatedImages: [{name: a, image: quay.io/a}]
              customresourcedefinitions:
                owned: [{name: greetings.example.com, version: v1, kind: Greeting}]
                required: [{name: others.example.com, version: v1, kind: Other}]
            """;
    private static final String CRD = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: greetings.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {kind: Greeting, plural: greetings}
              versions: [{name: v1, served: true, storage: true}]
            """;
    private static final String STATED = """
            properties:
            - {type: olm.package, value: {packageName: greeter, version: 1.0.0}}
            - {type: olm.gvk, value: {group: g, kind: K, version: v1}}
            - {type: other, value: [1, 2.50, null]}
            dependencies:
            - {type: olm.package, value: {packageName: foo, version: ">=1.0.0"}}
            - {type: olm.gvk, value: {group: h, kind: L, version: v1}}
            """;
    private static final String[] WORDS = {
        "properties:\n",
        "dependencies:\n",
        "type: olm.gvk",
        "type: olm.package",
        "value: ",
        "olm.properties: ",
        "- ",
        ": ",
        "\n  ",
        "null",
        "{}",
        "[]",
        "&a ",
        "*a",
        "---\n"
    };

    @TempDir
    Path directory;

    @BeforeEach
    void write() throws IOException {
        Files.createDirectories(directory.resolve("manifests"));
        Files.createDirectories(directory.resolve("metadata"));
        Files.writeString(
                directory.resolve("metadata/annotations.yaml"),
                "annotations: {operators.operatorframework.io.bundle.package.v1: greeter}\n");
        Files.writeString(directory.resolve("metadata/stated.yaml"), STATED);
        Files.writeString(directory.resolve("manifests/csv.yaml"), CSV);
        Files.writeString(directory.resolve("manifests/crd.yaml"), CRD);
    }

    @Test
    void shouldRenderOrRefuseMetadata() {
        shouldRenderOrRefuse(STATED, "metadata/stated.yaml");
    }

    @Test
    void shouldRenderOrRefuseClusterServiceVersions() {
        shouldRenderOrRefuse(CSV, "manifests/csv.yaml");
    }

    @Test
    void shouldRenderOrRefuseDefinitions() {
        shouldRenderOrRefuse(CRD, "manifests/crd.yaml");
    }

    private void shouldRenderOrRefuse(String example, String file) {
        Fuzzing.from(example)
                .slow()
                .withWords(WORDS)
                .allowing(RenderException.class)
                .bytes(content -> {
                    Files.write(directory.resolve(file), content);
                    if (BundleSourceReader.read(directory) instanceof BundleSourceReading.Read read) {
                        assertThat(BundleMeta.of(read.source(), "quay.io/a/b:v1")
                                        .blob())
                                .isNotEmpty();
                    }
                });
    }
}
