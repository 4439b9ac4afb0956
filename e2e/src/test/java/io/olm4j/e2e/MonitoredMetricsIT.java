package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.olm4j.cli.cluster.Samples;
import io.olm4j.localcluster.FreePort;
import io.olm4j.testsupport.OlmRun;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every alert and every panel asks for metrics that there are. */
class MonitoredMetricsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Path MONITORING = Path.of("..", "manifests", "monitoring");

    private final HeldCertificate certificate =
            new HeldCertificate.Builder().addSubjectAlternativeName("127.0.0.1").build();
    private final OkHttpClient http = client(certificate);
    private final OlmCluster olm = OlmCluster.withoutControllers();
    private final Extensions extensions = new Extensions(olm.client());
    private final Samples samples = new Samples(olm.cluster().registryHost());

    @TempDir
    Path scratch;

    @Test
    void shouldAskForMetricsThatAreThere() throws Exception {
        // Given
        List<String> expressions = new ArrayList<>(alertExpressions());
        expressions.addAll(panelExpressions());
        Set<String> wanted = expressions.stream()
                .flatMap(expression -> MetricNames.of(expression).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(expressions).hasSizeGreaterThan(20);
        assertThat(wanted)
                .contains("leader_election_master_status", "olm4j_extension_abnormal")
                .hasSizeGreaterThan(15);

        String catalogs = FreePort.address();
        String ofCatalogd = FreePort.address();
        String ofController = FreePort.address();
        samples.push(olm.registry());
        try (OlmRun catalogd = start(
                        "catalogd",
                        ofCatalogd,
                        "--catalogs-server-addr=" + catalogs,
                        "--external-address=" + catalogs,
                        "--tls-cert=" + file("tls.crt", certificate.certificatePem()),
                        "--tls-key=" + file("tls.key", certificate.privateKeyPkcs8Pem()));
                OlmRun controller = start(
                        "operator-controller",
                        ofController,
                        "--catalogd-cas-dir="
                                + file("cas/ca.crt", certificate.certificatePem())
                                        .getParent(),
                        "--tls-cert=" + file("tls.crt", certificate.certificatePem()),
                        "--tls-key=" + file("tls.key", certificate.privateKeyPkcs8Pem()))) {
            // When
            olm.apply(samples.clusterCatalog());
            olm.apply(samples.installer());
            olm.apply(samples.clusterExtension());
            extensions.awaitInstalled("greeter", "1.0.0");
            extensions.patchCatalogFilter("greeter", "{\"version\":\"1.1.0\"}");
            extensions.awaitInstalled("greeter", "1.1.0");
            extensions.patchCatalogFilter("greeter", "{\"version\":\"9.9.9\"}");

            // Then
            String token = tokenOfPrometheus();
            await().atMost(PATIENCE).untilAsserted(() -> {
                Set<String> there = new TreeSet<>(scrape(ofCatalogd, token));
                there.addAll(scrape(ofController, token));
                assertThat(there).as("%s%n%s", catalogd.log(), controller.log()).containsAll(wanted);
            });
            extensions.delete("greeter");
        }
    }

    private OlmRun start(String role, String metrics, String... flags) {
        List<String> all = new ArrayList<>(List.of(flags));
        all.add("--leader-elect");
        all.add("--metrics-bind-address=" + metrics);
        return OlmServer.start(olm.cluster(), scratch.resolve(role), role, all.toArray(String[]::new));
    }

    private Path file(String name, String content) throws IOException {
        Path file = scratch.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    private String tokenOfPrometheus() {
        olm.client()
                .resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName("prometheus")
                        .endMetadata()
                        .build())
                .createOr(existing -> existing.update());
        for (String role : List.of("operator-controller-metrics-reader", "catalogd-metrics-reader")) {
            olm.client()
                    .resource(new ClusterRoleBindingBuilder()
                            .withNewMetadata()
                            .withName("prometheus-" + role)
                            .endMetadata()
                            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", role)
                            .addNewSubject("", "ServiceAccount", "prometheus", "default")
                            .build())
                    .createOr(existing -> existing.update());
        }
        try (var client = olm.cluster().clientForServiceAccount("default", "prometheus")) {
            return client.getConfiguration().getOauthToken();
        }
    }

    private Set<String> scrape(String address, String token) throws IOException {
        Request request = new Request.Builder()
                .url("https://" + address + "/metrics")
                .header("Authorization", "Bearer " + token)
                .build();
        try (Response response = http.newCall(request).execute()) {
            assertThat(response.code()).isEqualTo(200);
            return response.body()
                    .string()
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("[{ ]", 2)[0])
                    .collect(Collectors.toSet());
        }
    }

    private static List<String> alertExpressions() throws IOException {
        try (InputStream rules = Files.newInputStream(MONITORING.resolve("rules.yaml"))) {
            return texts(new KubernetesSerialization().unmarshal(rules, JsonNode.class), "expr");
        }
    }

    private static List<String> panelExpressions() throws IOException {
        return texts(
                new ObjectMapper().readTree(MONITORING.resolve("dashboard.json").toFile()), "expr");
    }

    private static List<String> texts(JsonNode tree, String field) {
        return tree.findValuesAsText(field);
    }

    private static OkHttpClient client(HeldCertificate trusted) {
        HandshakeCertificates trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(trusted.certificate())
                .build();
        return new OkHttpClient.Builder()
                .sslSocketFactory(trust.sslSocketFactory(), trust.trustManager())
                .build();
    }
}
