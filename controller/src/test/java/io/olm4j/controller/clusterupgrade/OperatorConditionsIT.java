package io.olm4j.controller.clusterupgrade;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.testsupport.Definitions;
import io.olm4j.testsupport.TestCluster;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests of {@link OperatorConditions} on a real API server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorConditionsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path DEFINITION =
            Path.of("..", "manifests", "optional", "operatorconditions.operators.coreos.com.yaml");
    private static final String ONE = "conditions-one";
    private static final String TWO = "conditions-two";
    private static final String EMPTY = "conditions-empty";
    private static final List<String> NAMESPACES = List.of(ONE, TWO, EMPTY);
    private static final String BUNDLE = "p.v1.0.0";

    private final KubernetesClient client = TestCluster.shared().client();
    private final InstalledExtensions installed = new InstalledExtensions();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final AtomicInteger toldAll = new AtomicInteger();

    private ServedApis served = ServedApis.read(client);
    private OperatorConditions conditions = new OperatorConditions(client, served, installed);

    @BeforeAll
    void serve() throws IOException {
        try (InputStream in = Files.newInputStream(DEFINITION)) {
            HasMetadata definition = client.load(in).items().getFirst();
            client.resource(definition).serverSideApply();
            Definitions.awaitEstablished(client, definition.getMetadata().getName());
        }
        await().atMost(PATIENCE).until(() -> {
            try (ServedApis now = ServedApis.read(client)) {
                return now.serves(OperatorConditions.API);
            }
        });
        NAMESPACES.forEach(name -> client.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .serverSideApply());
        installed.readFrom(() -> List.of(extension("first", ONE), extension("second", TWO)), List::of);
    }

    @AfterAll
    void remove() {
        NAMESPACES.forEach(name -> client.namespaces().withName(name).delete());
        Definitions.delete(client, "operatorconditions.operators.coreos.com");
    }

    @BeforeEach
    void watch() {
        told.clear();
        served.close();
        served = ServedApis.start(client);
        conditions.close();
        conditions = new OperatorConditions(client, served, installed);
        toldAll.set(0);
        conditions.onChange(toldAll::incrementAndGet, told::add);
        write(ONE, BUNDLE, "True", "");
        conditions.start();
        assertThat(toldAll.getAndSet(0)).isPositive();
    }

    @AfterEach
    void stop() {
        conditions.close();
        served.close();
        NAMESPACES.forEach(
                namespace -> client.genericKubernetesResources("operators.coreos.com/v2", "OperatorCondition")
                        .inNamespace(namespace)
                        .delete());
    }

    private static InstalledExtension extension(String name, String namespace) {
        var extension = new ClusterExtension();
        extension.setMetadata(new ObjectMetaBuilder().withName(name).build());
        return new InstalledExtension(
                extension,
                new ClusterObjectSet(),
                namespace,
                "p",
                new InstalledBundle(BUNDLE, "1.0.0", Optional.empty()),
                Optional.empty());
    }

    private void write(String namespace, String name, String upgradeable, String message) {
        var object = new GenericKubernetesResource();
        object.setApiVersion("operators.coreos.com/v2");
        object.setKind("OperatorCondition");
        object.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        object.setAdditionalProperty(
                "spec",
                Map.of(
                        "conditions",
                        List.of(Map.of(
                                "type",
                                "Upgradeable",
                                "status",
                                upgradeable,
                                "reason",
                                "Test",
                                "message",
                                message,
                                "lastTransitionTime",
                                "2026-01-01T00:00:00Z"))));
        client.resource(object).serverSideApply();
    }

    private void awaitObjection(String namespace, String name, String message) {
        await().atMost(PATIENCE)
                .until(() -> conditions
                        .whyNotUpgradeable(namespace, name)
                        .equals(Optional.of("the operator is not upgradeable: " + message)));
    }

    @Test
    void shouldTellOnlyOfTheExtensionWhoseOperatorObjects() {
        write(TWO, "other.v1.0.0", "False", "not installed");
        write(EMPTY, BUNDLE, "False", "not here");
        awaitObjection(TWO, "other.v1.0.0", "not installed");
        awaitObjection(EMPTY, BUNDLE, "not here");

        write(ONE, BUNDLE, "False", "a backup runs");

        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).containsExactly("first"));
        awaitObjection(ONE, BUNDLE, "a backup runs");
        assertThat(toldAll).hasValue(0);
    }

    @Test
    void shouldTellOfEachChangeOfAnObjectionAtMostTwiceASecond() {
        long start = System.nanoTime();
        write(TWO, BUNDLE, "False", "a backup runs");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).containsExactly("second"));

        write(TWO, BUNDLE, "False", "another backup runs");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).containsExactly("second", "second"));

        write(TWO, BUNDLE, "True", "done");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).containsExactly("second", "second", "second"));
        assertThat(conditions.whyNotUpgradeable(TWO, BUNDLE)).isEmpty();

        write(TWO, BUNDLE, "False", "a backup runs");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).hasSize(4));
        client.genericKubernetesResources("operators.coreos.com/v2", "OperatorCondition")
                .inNamespace(TWO)
                .withName(BUNDLE)
                .delete();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(told).hasSize(5).containsOnly("second"));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(5 * 500));
        assertThat(toldAll).hasValue(0);
    }
}
