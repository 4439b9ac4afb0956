package io.olm4j.catalogd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterCatalogStatus;
import io.olm4j.api.Condition;
import io.olm4j.api.Conditions;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.pack.ImageBuilder;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.registry.RegistryOptions;
import io.olm4j.oci.store.ImageContent;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * The catalogs of the test cluster and the images they come from. The registry keeps its images for all test classes,
 * so that each test has its own repositories.
 */
final class TestCatalogs {

    static final Duration SOON = Duration.ofMinutes(2);

    /** A "minute" of polling lasts long enough to see that nothing happens before. */
    static final Timing FAST =
            new Timing(Duration.ofSeconds(2), Duration.ofMillis(200), Duration.ofSeconds(1), Duration.ofSeconds(1));

    static final KubernetesClient CLIENT = TestCluster.shared().client();
    static final String REGISTRY = TestCluster.shared().cluster().registryHost();
    static final RegistryClient IMAGES = RegistryClient.create(RegistryOptions.defaults());
    static final HttpClient HTTP = HttpClient.newHttpClient();

    private static final String CRD = "/io/olm4j/manifests/crd/clustercatalogs.olm.operatorframework.io.yaml";

    private TestCatalogs() {}

    static void applyDefinition() throws IOException {
        try (InputStream in = TestCatalogs.class.getResourceAsStream(CRD)) {
            HasMetadata crd = CLIENT.load(in).items().getFirst();
            CLIENT.resource(crd).patch(PatchContext.of(PatchType.SERVER_SIDE_APPLY));
        }
        await().atMost(SOON)
                .ignoreExceptions()
                .until(() -> CLIENT.resources(ClusterCatalog.class).list() != null);
    }

    static void deleteAll() {
        CLIENT.resources(ClusterCatalog.class).delete();
        await().atMost(SOON)
                .until(() ->
                        CLIENT.resources(ClusterCatalog.class).list().getItems().isEmpty());
    }

    static Digest push(String reference, String packageName) throws Exception {
        return pushFile(reference, "schema: olm.package\nname: " + packageName + "\n");
    }

    static Digest pushFile(String reference, String fbc) throws Exception {
        return IMAGES.push(
                reference(reference),
                new ImageBuilder()
                        .addFile("configs/catalog.yaml", fbc.getBytes(StandardCharsets.UTF_8))
                        .label(ImageContent.CATALOG_LABEL, "/configs")
                        .build());
    }

    static ImageReference reference(String rest) throws Exception {
        return ImageReference.parse(REGISTRY + "/" + rest);
    }

    static void apply(String name, String image, String more) {
        applyFrom(REGISTRY, name, image, more);
    }

    static void applyFrom(String registry, String name, String image, String more) {
        String yaml = """
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterCatalog
                metadata:
                  name: %s
                spec:
                  source:
                    type: Image
                    image:
                      ref: %s/%s
                      %s
                """.formatted(name, registry, image, more);
        CLIENT.resource(yaml).create();
    }

    static void setAvailability(String name, String mode) {
        merge(name, "{\"spec\":{\"availabilityMode\":\"" + mode + "\"}}");
    }

    static void merge(String name, String patch) {
        CLIENT.resources(ClusterCatalog.class).withName(name).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    static ClusterCatalog get(String name) {
        return CLIENT.resources(ClusterCatalog.class).withName(name).require();
    }

    /** The Events about a catalog: reason and text. */
    static List<String> events(String name) {
        return CLIENT
                .events()
                .v1()
                .events()
                .inNamespace("default")
                .withField("regarding.name", name)
                .list()
                .getItems()
                .stream()
                .map(event -> event.getReason() + ": " + event.getNote())
                .toList();
    }

    static ClusterCatalogStatus status(String name) {
        return Optional.ofNullable(get(name).getStatus()).orElse(ClusterCatalogStatus.EMPTY);
    }

    static Condition condition(String name, String type) {
        return Conditions.find(status(name).conditions(), type).orElseThrow();
    }

    static String resolved(String name) {
        return status(name).resolvedRef().orElse("");
    }

    static ClusterCatalogStatus awaitCondition(String name, String type, Condition.Status wanted, String reason) {
        await().atMost(SOON)
                .until(() -> Conditions.find(status(name).conditions(), type)
                        .filter(c -> c.status() == wanted && c.reason().equals(reason))
                        .isPresent());
        return status(name);
    }

    static String content(ClusterCatalogStatus status) throws Exception {
        HttpResponse<String> response = fetch(status);
        assertThat(response.statusCode()).isEqualTo(200);
        return response.body();
    }

    static HttpResponse<String> fetch(ClusterCatalogStatus status) throws Exception {
        String base = Objects.requireNonNull(status.urls()).base();
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(base + "/api/v1/all")).build(), BodyHandlers.ofString());
    }

    /** What a replica answers, whatever address the status names. */
    static HttpResponse<String> fetch(Catalogd replica, String catalog) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                                + replica.address().getPort() + "/catalogs/" + catalog + "/api/v1/all"))
                        .build(),
                BodyHandlers.ofString());
    }
}
