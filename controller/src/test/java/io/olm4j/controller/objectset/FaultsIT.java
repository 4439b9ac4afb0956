package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.manage;
import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Gadgets.gadget;
import static io.olm4j.testsupport.Gadgets.gadgetCrd;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Labels;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.testsupport.Faults;
import io.olm4j.testsupport.Objects;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Stream;
import okhttp3.Interceptor;
import okhttp3.Request;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that faults on the way do not change the final state. */
class FaultsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** What both revisions hold; the first write of each object meets a fault. */
    private static final int OBJECTS = 5;

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @AfterEach
    void heal() {
        fixture.inject(chain -> chain.proceed(chain.request()));
    }

    static Stream<Arguments> faultsOnEveryCall() {
        return Stream.of(
                fault("429", request -> true, Faults.answer(429)),
                fault("500", request -> true, Faults.answer(500)),
                fault("503", request -> true, Faults.answer(503)),
                fault("409 on writes", Faults::isWrite, Faults.answer(409)),
                fault("request lost", request -> true, Faults.lost()),
                fault("answer lost", request -> true, Faults.answerLost()));
    }

    private static Arguments fault(String name, Predicate<Request> which, Interceptor fault) {
        return Arguments.of(name, which, fault);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("faultsOnEveryCall")
    void shouldComeToTheSameEndWhenEveryCallFailsOnce(String name, Predicate<Request> which, Interceptor fault) {
        var faults = new AtomicInteger();
        liveThrough(Faults.eachFirst(which, chain -> {
            faults.incrementAndGet();
            return fault.intercept(chain);
        }));
        assertThat(faults).hasValueGreaterThanOrEqualTo(OBJECTS);
    }

    @Test
    void shouldComeToTheSameEndWhenTheApiServerRestartsInTheMiddle() {
        var restarted = new AtomicBoolean();
        liveThrough(chain -> {
            // Not before: an API server that is killed between its two writes about a new CustomResourceDefinition
            // never serves it.
            boolean afterDefinitions = chain.request().url().encodedPath().endsWith("/configmaps/kept");
            if (Faults.isWrite(chain.request()) && afterDefinitions && restarted.compareAndSet(false, true)) {
                TestCluster.shared().cluster().restartApiServer();
            }
            return chain.proceed(chain.request());
        });
        assertThat(restarted).isTrue();
    }

    /** Installs, upgrades and deletes under a fault, beside an object of another owner. */
    private static void liveThrough(Interceptor fault) {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        fixture.grant(account, manage(namespace + ".example.com", "gadgets"));
        fixture.grantEverywhere(account, manage("apiextensions.k8s.io", "customresourcedefinitions"));
        ConfigMap foreign = fixture.admin()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("foreign")
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        String owner = "faulty-" + namespace;
        ClusterObjectSet first = set(
                owner,
                1,
                account,
                phase("crds", gadgetCrd(namespace)),
                phase(
                        "deploy",
                        configMap(namespace, "kept", "1"),
                        configMap(namespace, "dropped", "1"),
                        gadget(namespace, "kept")));
        ClusterObjectSet second = set(
                owner,
                2,
                account,
                phase("crds", gadgetCrd(namespace)),
                phase(
                        "deploy",
                        configMap(namespace, "kept", "2"),
                        configMap(namespace, "added", "2"),
                        gadget(namespace, "kept")));
        fixture.inject(fault);

        // When
        fixture.admin().resource(first).create();
        fixture.awaitRolledOut(first);

        // Then
        assertThat(managed(namespace)).containsExactly("dropped 1", "kept 1");

        // When
        fixture.admin().resource(second).create();
        fixture.awaitRolledOut(second);
        await().atMost(PATIENCE)
                .until(() -> fixture.condition(first, ConditionTypes.PROGRESSING)
                        .filter(c -> c.reason().equals(Reasons.ARCHIVED))
                        .isPresent());

        // Then
        assertThat(managed(namespace)).containsExactly("added 2", "kept 2");
        assertThat(fixture.admin()
                        .configMaps()
                        .inNamespace(namespace)
                        .withName("kept")
                        .get())
                .satisfies(kept -> assertThat(Objects.controller(kept))
                        .isEqualTo(second.getMetadata().getName()));

        // When
        fixture.admin().resource(first).delete();
        fixture.admin().resource(second).delete();
        await().atMost(PATIENCE).until(() -> gone(first) && gone(second));

        // Then
        assertThat(managed(namespace)).isEmpty();
        assertThat(fixture.admin()
                        .apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("gadgets." + namespace + ".example.com")
                        .get())
                .isNull();
        assertThat(fixture.admin().resource(foreign).get().getMetadata().getResourceVersion())
                .isEqualTo(foreign.getMetadata().getResourceVersion());
    }

    private static boolean gone(ClusterObjectSet set) {
        return fixture.admin().resource(set).get() == null;
    }

    private static List<String> managed(String namespace) {
        return fixture
                .admin()
                .configMaps()
                .inNamespace(namespace)
                .withLabel(Labels.MANAGED_BY, Labels.MANAGED_BY_OLM)
                .list()
                .getItems()
                .stream()
                .map(map -> map.getMetadata().getName() + " " + map.getData().get("key"))
                .sorted()
                .toList();
    }

    @Test
    void shouldGoOnWhenAWebhookNoLongerRejectsAnObject() {
        // Given a webhook without a server, for one object
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        var rejected = configMap(namespace, "rejected", "a");
        rejected.withObject("/metadata/labels").put("reject", namespace);
        var webhook = createWebhook(namespace, 1);
        ClusterObjectSet set = set(
                "webhook-" + namespace,
                1,
                account,
                phase("first", configMap(namespace, "accepted", "a"), rejected),
                phase("second", configMap(namespace, "later", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING)
                        .message())
                .startsWith("applying ConfigMap.v1 " + namespace + "/rejected: ")
                .contains("failed calling webhook \"reject.example.com\"");
        assertThat(managed(namespace)).as("the others of the phase").containsExactly("accepted a");

        // When
        fixture.admin().resource(webhook).delete();

        // Then
        fixture.awaitRolledOut(set);
        assertThat(managed(namespace)).containsExactly("accepted a", "later a", "rejected a");
    }

    @Test
    void shouldNameTheWebhookThatDoesNotAnswerForThirtySeconds() throws IOException {
        // Given a webhook that the API server cannot connect to, as behind a firewall that drops its packets
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        var rejected = configMap(namespace, "rejected", "a");
        rejected.withObject("/metadata/labels").put("reject", namespace);
        try (var full = new FullServer()) {
            var webhook = createWebhook(namespace, full.port());
            fixture.admin()
                    .admissionRegistration()
                    .v1()
                    .validatingWebhookConfigurations()
                    .withName(webhook.getMetadata().getName())
                    .edit(slow -> {
                        slow.getWebhooks().getFirst().setTimeoutSeconds(30);
                        return slow;
                    });
            ClusterObjectSet set = set("slow-webhook-" + namespace, 1, account, phase("first", rejected));

            // When
            fixture.admin().resource(set).create();

            // Then, once the API server uses the longer time
            fixture.awaitCondition(
                    set,
                    ConditionTypes.PROGRESSING,
                    Reasons.RETRYING,
                    message -> assertThat(message)
                            .contains("failed calling webhook \"reject.example.com\"", "timeout=30s"));
            fixture.admin().resource(webhook).delete();
        }
    }

    /** Takes no connections: those that it had room for are never accepted. */
    private static final class FullServer implements AutoCloseable {

        private final ServerSocket server = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"));
        private final List<Socket> waiting = new ArrayList<>();

        FullServer() throws IOException {
            for (boolean full = false; !full; ) {
                assertThat(waiting).hasSizeLessThan(64);
                waiting.add(new Socket());
                try {
                    waiting.getLast().connect(server.getLocalSocketAddress(), 500);
                } catch (SocketTimeoutException e) {
                    full = true;
                }
            }
        }

        int port() {
            return server.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : waiting) {
                socket.close();
            }
            server.close();
        }
    }

    /** A webhook at a port of this machine that must admit the ConfigMaps with a label, and is in use. */
    private static HasMetadata createWebhook(String namespace, int port) {
        HasMetadata webhook = fixture.admin()
                .resource(yaml("""
                        apiVersion: admissionregistration.k8s.io/v1
                        kind: ValidatingWebhookConfiguration
                        metadata: {name: reject-%1$s}
                        webhooks:
                          - name: reject.example.com
                            admissionReviewVersions: [v1]
                            sideEffects: None
                            failurePolicy: Fail
                            timeoutSeconds: 1
                            clientConfig: {url: "https://127.0.0.1:%2$d/"}
                            objectSelector: {matchLabels: {reject: %1$s}}
                            rules: [{apiGroups: [""], apiVersions: [v1], operations: ["*"], resources: [configmaps]}]
                        """.formatted(namespace, port)).toString())
                .create();
        awaitRejection(namespace);
        return webhook;
    }

    /** The API server uses a new webhook a moment after it was stored. */
    private static void awaitRejection(String namespace) {
        var probe = new ConfigMapBuilder()
                .withNewMetadata()
                .withName("probe")
                .withNamespace(namespace)
                .addToLabels("reject", namespace)
                .endMetadata()
                .build();
        await().atMost(PATIENCE).until(() -> {
            try {
                fixture.admin().resource(probe).dryRun().create();
                return false;
            } catch (KubernetesClientException e) {
                return ApiException.text(e).contains("failed calling webhook \"reject.example.com\"");
            }
        });
    }

    @Test
    void shouldGoOnWhenTheQuotaIsRaised() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        var quota = fixture.admin().resource(yaml("""
                        apiVersion: v1
                        kind: ResourceQuota
                        metadata: {name: few, namespace: %s}
                        spec: {hard: {count/configmaps: "2"}}
                        """.formatted(namespace)).toString());
        quota.create();
        // The first ConfigMap is the certificate authority of the cluster.
        await().atMost(PATIENCE)
                .until(
                        () -> fixture.admin()
                                .resourceQuotas()
                                .inNamespace(namespace)
                                .withName("few")
                                .get()
                                .getStatus()
                                .getUsed(),
                        used -> used != null && used.toString().contains("1"));
        ClusterObjectSet set = set(
                "quota-" + namespace,
                1,
                account,
                phase("deploy", configMap(namespace, "one", "a"), configMap(namespace, "two", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        assertThat(fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING)
                        .message())
                .contains("exceeded quota: few");

        // When
        fixture.admin().resourceQuotas().inNamespace(namespace).withName("few").edit(few -> {
            few.getSpec().getHard().put("count/configmaps", new Quantity("10"));
            return few;
        });

        // Then
        fixture.awaitRolledOut(set);
        assertThat(managed(namespace)).containsExactly("one a", "two a");
    }

    @Test
    void shouldGoOnInTheNewNamespaceWhenTheOldOneIsTerminating() {
        // Given a namespace that cannot be removed, because an object in it cannot be removed
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = fixture.namespace();
        fixture.admin()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withName("foreign")
                        .withNamespace(namespace)
                        .withFinalizers("example.com/hold")
                        .endMetadata()
                        .build())
                .create();
        Namespace old = fixture.admin().namespaces().withName(namespace).get();
        fixture.admin().resource(old).delete();
        ClusterObjectSet set =
                set("terminating-" + namespace, 1, account, phase("deploy", configMap(namespace, "settings", "a")));

        // When
        fixture.admin().resource(set).create();

        // Then
        Condition retrying = fixture.awaitCondition(set, ConditionTypes.PROGRESSING, Reasons.RETRYING);
        assertThat(retrying.message()).contains("because it is being terminated");

        // When
        fixture.admin().configMaps().inNamespace(namespace).withName("foreign").edit(map -> {
            map.getMetadata().setFinalizers(List.of());
            return map;
        });
        await().atMost(PATIENCE)
                .until(() -> fixture.admin().namespaces().withName(namespace).get() == null);
        fixture.createNamespace(namespace);

        // Then
        fixture.awaitRolledOut(set);
        assertThat(managed(namespace)).containsExactly("settings a");
    }
}
