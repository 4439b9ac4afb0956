package io.olm4j.controller.dependency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.upgradeedges.catalog.Property;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ManifestDependencies}. */
class ManifestDependenciesTest {

    @TempDir
    private Path directory;

    private static Property api(String group, String version, String kind) {
        return new Property(
                "olm.gvk.required",
                "{\"group\":\"" + group + "\",\"kind\":\"" + kind + "\",\"version\":\"" + version + "\"}");
    }

    @Test
    void shouldReadClusterServiceVersionAndDefinitions() throws Exception {
        Files.createDirectories(directory.resolve("metadata"));
        Files.createDirectories(directory.resolve("manifests"));
        Files.writeString(
                directory.resolve("metadata/annotations.yaml"),
                "annotations: {operators.operatorframework.io.bundle.package.v1: p}");
        Files.writeString(directory.resolve("manifests/csv.yaml"), """
                apiVersion: operators.coreos.com/v1alpha1
                kind: ClusterServiceVersion
                metadata: {name: p.v1}
                spec:
                  minKubeVersion: 1.25.0
                  nativeAPIs:
                  - {group: "", version: v1, kind: Pod}
                  customresourcedefinitions:
                    owned:
                    - {name: widgets.example.com, version: v1, kind: Widget}
                    required:
                    - {name: gadgets.other.example.com, version: v1beta1, kind: Gadget}
                    - {name: nodots, version: v1, kind: Nothing}
                    - {name: gizmos.other.example.com, kind: Gizmo}
                  apiservicedefinitions:
                    owned:
                    - {name: own, group: own.example.com, version: v1, kind: Own}
                    required:
                    - {name: metrics, group: metrics.k8s.io, version: v1beta1, kind: NodeMetrics}
                """);
        Files.writeString(directory.resolve("manifests/crd.yaml"), """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: widgets.example.com}
                spec:
                  group: example.com
                  names: {kind: Widget, plural: widgets}
                  scope: Namespaced
                  versions:
                  - {name: v1, served: true, storage: true}
                  - {name: v1alpha1, served: false, storage: false}
                  - {name: v1beta1, served: true, storage: false}
                """);
        var bundle = ((BundleReading.Read) BundleReader.read(directory)).bundle();

        BundleDependencies dependencies = ManifestDependencies.of(bundle);

        assertThat(dependencies.required())
                .containsExactly(
                        new Property("olm4j.io/minKubeVersion", "\"1.25.0\""),
                        api("other.example.com", "v1beta1", "Gadget"),
                        api("metrics.k8s.io", "v1beta1", "NodeMetrics"),
                        api("", "v1", "Pod"));
        assertThat(dependencies.provided())
                .containsExactlyInAnyOrder(
                        new ApiKind("example.com", "v1", "Widget"),
                        new ApiKind("example.com", "v1beta1", "Widget"),
                        new ApiKind("own.example.com", "v1", "Own"));
    }

    @Test
    void shouldReadMetadataOfACatalog() throws Exception {
        var metadata = new ObjectMapper().readTree("""
                {"minKubeVersion":"1.30.0","nativeAPIs":[{"group":"","version":"v1","kind":"Pod"}],
                 "crdDescriptions":{"required":[{"name":"gadgets.example.com","version":"v1","kind":"Gadget"}]}}""");

        assertThat(ManifestDependencies.ofMetadata(metadata).required())
                .containsExactly(
                        new Property("olm4j.io/minKubeVersion", "\"1.30.0\""),
                        api("example.com", "v1", "Gadget"),
                        api("", "v1", "Pod"));
    }
}
