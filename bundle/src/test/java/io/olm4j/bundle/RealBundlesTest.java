package io.olm4j.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.read.BundleDirectory;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.RenderResult;
import io.olm4j.bundle.render.Renderer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads and renders real bundles, each in a mode that it supports. */
class RealBundlesTest {
    private static final Logger LOG = LoggerFactory.getLogger(RealBundlesTest.class);
    private static final Path BUNDLES = Path.of("../../shared/data/bundles");
    private static final String NAMESPACE = "operators";

    @Test
    void shouldRenderEveryRealBundleWhenInstalledInASupportedMode() throws IOException {
        // given
        assumeTrue(
                Files.isDirectory(BUNDLES),
                "skipped: there are no real bundles in "
                        + BUNDLES.toAbsolutePath().normalize());

        // when
        Map<String, String> outcomes = new TreeMap<>();
        try (Stream<Path> bundles = Files.find(BUNDLES, 2, (path, file) -> file.isDirectory())) {
            for (Path bundle : bundles.filter(path -> BUNDLES.relativize(path).getNameCount() == 2)
                    .sorted()
                    .toList()) {
                outcomes.put(BUNDLES.relativize(bundle).toString(), outcome(bundle));
            }
        }

        // then
        outcomes.forEach((bundle, outcome) -> LOG.info("{}: {}", bundle, outcome));
        assertThat(outcomes).hasSize(81);
        Map<String, String> refused = new TreeMap<>(outcomes);
        refused.values().removeIf(outcome -> outcome.matches("[1-9]\\d* objects"));
        // The only folder of the data that does not contain a bundle.
        assertThat(refused)
                .containsExactly(Map.entry(
                        "rabbitmq-messaging-topology-operator/1.19.1",
                        "unreadable: the bundle has no file \"metadata/annotations.yaml\"\n"
                                + "the bundle has no folder \"manifests\""));
    }

    @Test
    void shouldGiveAnOperatorThatAsksForOperatorConditionsItsOwn() {
        // given
        Path directory = BUNDLES.resolve("opendatahub-operator/3.5.0");
        assumeTrue(
                Files.isDirectory(directory),
                "skipped: there is no real bundle in "
                        + directory.toAbsolutePath().normalize());
        RegistryV1 bundle = new BundleDirectory(directory).read();
        assertThat(bundle.csv().clusterPermissions().toString()).contains("operatorconditions");

        // when
        RenderResult result = Renderer.render(
                bundle,
                new RenderOptions(
                        new InstallNamespace.Existing(NAMESPACE),
                        config(bundle.csv()),
                        CertificateProvider.CERT_MANAGER,
                        Set.of(RenderFeature.OPERATOR_CONDITIONS)));

        // then
        List<ObjectNode> objects = ((RenderResult.Rendered) result).objects();
        String name = bundle.csv().name();
        assertThat(objects)
                .filteredOn(object -> object.at("/metadata/name").asText().equals(name))
                .extracting(object -> object.path("kind").asText())
                .containsExactly("OperatorCondition");
        assertThat(objects)
                .filteredOn(object -> object.at("/metadata/name").asText().equals(name + "-operator-condition"))
                .extracting(object -> object.path("kind").asText())
                .containsExactly("Role", "RoleBinding");
        assertThat(objects)
                .filteredOn(object -> object.path("kind").asText().equals("Deployment"))
                .isNotEmpty()
                .allSatisfy(object -> assertThat(object.at("/spec/template/spec/containers"))
                        .isNotEmpty()
                        .allSatisfy(container -> assertThat(container.path("env"))
                                .last()
                                .hasToString("{\"name\":\"OPERATOR_CONDITION_NAME\",\"value\":\"" + name + "\"}")));
    }

    private static String outcome(Path directory) {
        return switch (BundleReader.read(directory)) {
            case BundleReading.Unreadable unreadable -> "unreadable: " + unreadable.message();
            case BundleReading.Read(RegistryV1 bundle) -> {
                RenderOptions options =
                        new RenderOptions(NAMESPACE, config(bundle.csv()), CertificateProvider.CERT_MANAGER);
                yield switch (Renderer.render(bundle, options)) {
                    case RenderResult.Rendered(List<ObjectNode> objects) -> objects.size() + " objects";
                    case RenderResult.Rejected(RenderResult.Cause cause, String message) -> cause + ": " + message;
                };
            }
        };
    }

    private static Optional<JsonNode> config(Csv csv) {
        if (csv.installModes().contains(InstallMode.ALL_NAMESPACES)) {
            return Optional.empty();
        }
        String watched = csv.installModes().contains(InstallMode.OWN_NAMESPACE) ? NAMESPACE : "watched";
        return Optional.of(JsonNodeFactory.instance.objectNode().put("watchNamespace", watched));
    }
}
