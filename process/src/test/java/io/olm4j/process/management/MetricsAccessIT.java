package io.olm4j.process.management;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.Counter;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.process.apiserver.ApiRequestMetrics;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.process.metrics.ProcessMetrics;
import io.olm4j.process.tls.ReloadedTls;
import io.olm4j.process.tls.TlsFiles;
import io.olm4j.process.tls.TlsProfile;
import io.olm4j.testsupport.CertificateFiles;
import io.olm4j.testsupport.TcpRelay;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.tls.HandshakeCertificates;
import okhttp3.tls.HeldCertificate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the metrics over HTTPS, with a real API server that authorizes the readers. */
class MetricsAccessIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String NAMESPACE = "metrics-access";
    private static final LocalCluster CLUSTER = TestCluster.shared().cluster();
    private static final KubernetesClient ADMIN = TestCluster.shared().client();

    @TempDir
    Path scratch;

    private final PrometheusMeterRegistry meters = ProcessMetrics.registry("1.2.3", "abc");
    private CertificateFiles files;
    private HeldCertificate held;
    private KubernetesClient client;
    private ManagementServer server;

    @BeforeAll
    static void applyRights() {
        ADMIN.namespaces()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(NAMESPACE)
                        .endMetadata()
                        .build())
                .createOr(existing -> existing.patch());
        for (String account : List.of("manager", "reader", "late", "other")) {
            ADMIN.serviceAccounts()
                    .inNamespace(NAMESPACE)
                    .resource(new ServiceAccountBuilder()
                            .withNewMetadata()
                            .withName(account)
                            .endMetadata()
                            .build())
                    .createOr(existing -> existing.patch());
        }
        grant(
                "manager",
                new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName("metrics-access-proxy-role")
                        .endMetadata()
                        .addNewRule()
                        .withApiGroups("authentication.k8s.io")
                        .withResources("tokenreviews")
                        .withVerbs("create")
                        .endRule()
                        .addNewRule()
                        .withApiGroups("authorization.k8s.io")
                        .withResources("subjectaccessreviews")
                        .withVerbs("create")
                        .endRule()
                        .build());
        grant("reader", readerRole());
        awaitRights();
    }

    /** Rights come into effect a moment after they were made. */
    private static void awaitRights() {
        KubernetesClient manager = CLUSTER.clientForServiceAccount(NAMESPACE, "manager");
        String reader = config("reader").getOauthToken();
        await().atMost(PATIENCE).until(() -> new MetricsAccess(manager).of(reader) instanceof Access.Allowed);
    }

    private static ClusterRole readerRole() {
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName("metrics-access-metrics-reader")
                .endMetadata()
                .addNewRule()
                .withNonResourceURLs("/metrics")
                .withVerbs("get")
                .endRule()
                .build();
    }

    private static void grant(String account, ClusterRole role) {
        String name = role.getMetadata().getName();
        ADMIN.resource(role).createOr(existing -> existing.patch());
        ADMIN.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name + "-" + account)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                        .addNewSubject("", "ServiceAccount", account, NAMESPACE)
                        .build())
                .createOr(existing -> existing.patch());
    }

    @AfterAll
    static void reset() {
        TestCluster.shared().reset();
    }

    @BeforeEach
    void start() throws IOException {
        files = CertificateFiles.in(scratch);
        held = CertificateFiles.loopback(1);
        files.install(held);
        client = new ApiServerHttp(new ApiRequestMetrics(meters)).newClient(config("manager"));
        server = server(new MetricsAccess(client));
    }

    @AfterEach
    void stop() {
        server.close();
        client.close();
        meters.close();
    }

    private ManagementServer server(MetricsAccess access) throws IOException {
        return ManagementServer.metrics(
                new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0),
                new ReloadedTls(new TlsFiles(files.certificate(), files.key()), TlsProfile.INTERMEDIATE),
                meters,
                access);
    }

    @Test
    void shouldShowMetricsToReaderOnly() throws Exception {
        // Then
        await().atMost(PATIENCE).untilAsserted(() -> {
            try (Response response = scrape(authorized("reader"))) {
                assertThat(response.code()).isEqualTo(200);
                assertThat(response.header("Content-Type")).isEqualTo("text/plain; version=0.0.4; charset=utf-8");
                assertThat(response.body().string()).contains("olm_build_info{", "# TYPE process_cpu_seconds_total");
            }
        });
        assertRefused(answer(request()), 401, "Unauthorized\n");
        assertRefused(answer(request().header("Authorization", "Bearer wrong")), 401, "Unauthorized\n");
        assertRefused(answer(request().header("Authorization", "Basic dTpw")), 401, "Unauthorized\n");
        assertRefused(
                answer(authorized("other")),
                403,
                "Authorization denied for user system:serviceaccount:" + NAMESPACE + ":other\n");
    }

    @Test
    void shouldWriteOpenMetricsAndCompressWhenAskedTo() throws Exception {
        Request.Builder asked = authorized("reader")
                .header("Accept", "application/openmetrics-text;version=1.0.0,text/plain;q=0.5")
                .header("Accept-Encoding", "gzip");
        await().atMost(PATIENCE).untilAsserted(() -> {
            try (Response response = scrape(asked)) {
                assertThat(response.header("Content-Encoding")).isEqualTo("gzip");
                assertThat(response.header("Content-Type")).startsWith("application/openmetrics-text");
                assertThat(new String(
                                new GZIPInputStream(response.body().byteStream()).readAllBytes(),
                                StandardCharsets.UTF_8))
                        .endsWith("# EOF\n");
            }
        });
    }

    @Test
    void shouldAskOnceWhenManyScrapeWithOneToken() throws Exception {
        // Given an API server that does not answer before all scrapes have been sent
        server.close();
        Instant now = Instant.now();
        var sent = new CountDownLatch(30);
        Config direct = config("manager");
        try (TcpRelay network = TcpRelay.to(URI.create(direct.getMasterUrl()).getPort());
                KubernetesClient held = new ApiServerHttp(new ApiRequestMetrics(meters))
                        .newClient(new ConfigBuilder(direct)
                                .withMasterUrl("https://" + network.address() + "/")
                                .build());
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            network.become(TcpRelay.State.STALLED);
            server = server(new MetricsAccess(held, () -> now));
            Request.Builder asked = authorized("reader");

            // When
            List<Future<Integer>> codes = IntStream.range(0, 30)
                    .mapToObj(_ -> threads.submit(() -> {
                        try (Response response = answer(asked, sent)) {
                            return response.code();
                        }
                    }))
                    .toList();
            await().atMost(PATIENCE).until(() -> sent.getCount() == 0);
            network.become(TcpRelay.State.PASSING);
            for (Future<Integer> code : codes) {
                assertThat(code.get()).isEqualTo(200);
            }
        }

        // Then
        assertThat(meters.get("rest.client.requests").tags("method", "POST", "code", "201").counters().stream()
                        .mapToDouble(Counter::count)
                        .sum())
                .as("a TokenReview and a SubjectAccessReview")
                .isEqualTo(2);
    }

    @Test
    void shouldAllowWhenRightIsGivenLater() throws Exception {
        // Given
        server.close();
        var now = new AtomicReference<>(Instant.now());
        server = server(new MetricsAccess(client, now::get));
        Request.Builder asked = authorized("late");
        try (Response response = answer(asked)) {
            assertThat(response.code()).isEqualTo(403);
        }

        // When
        grant("late", readerRole());

        // Then
        await().atMost(PATIENCE).untilAsserted(() -> {
            now.updateAndGet(time -> time.plusSeconds(31));
            try (Response response = scrape(asked)) {
                assertThat(response.code()).isEqualTo(200);
            }
        });
    }

    @Test
    void shouldSayThatApiServerCannotBeAsked() throws Exception {
        // Given
        server.close();
        try (KubernetesClient nobody = new ApiServerHttp()
                .newClient(new ConfigBuilder(Config.empty())
                        .withMasterUrl("http://127.0.0.1:1")
                        .build())) {
            server = server(new MetricsAccess(nobody));

            // Then
            assertRefused(
                    scrape(request().header("Authorization", "Bearer any")),
                    503,
                    "The API server cannot be asked whether the caller may read the metrics; try again later.\n");
        }
    }

    @Test
    void shouldServeWithNewCertificateWhenFilesAreReplaced() throws Exception {
        // When
        held = CertificateFiles.loopback(2);
        files.install(held);

        // Then
        try (Response response = scrape(request())) {
            assertThat(((X509Certificate)
                                    response.handshake().peerCertificates().getFirst())
                            .getSerialNumber())
                    .isEqualTo(BigInteger.TWO);
        }
    }

    private static void assertRefused(Response response, int code, String body) throws IOException {
        try (response) {
            assertThat(response.body().string()).isEqualTo(body);
            assertThat(response.code()).isEqualTo(code);
        }
    }

    private Request.Builder request() {
        return new Request.Builder().url("https://127.0.0.1:" + server.address().getPort() + "/metrics");
    }

    private Request.Builder authorized(String account) {
        return request().header("Authorization", "Bearer " + config(account).getOauthToken());
    }

    private static Config config(String account) {
        return CLUSTER.clientForServiceAccount(NAMESPACE, account).getConfiguration();
    }

    /** The answer to a request when the API server has been asked; on a busy machine it may not answer in time. */
    private Response answer(Request.Builder request) {
        return answer(request, new CountDownLatch(0));
    }

    /** @param sent is counted down whenever a request has been sent */
    private Response answer(Request.Builder request, CountDownLatch sent) {
        return await().atMost(PATIENCE)
                .until(
                        () -> {
                            Response response = scrape(request, sent);
                            if (isUnknown(response)) {
                                response.close();
                            }
                            return response;
                        },
                        response -> !isUnknown(response));
    }

    private static boolean isUnknown(Response response) {
        return response.code() == 503;
    }

    /** Sends a request on its own connection. */
    private Response scrape(Request.Builder request) throws IOException {
        return scrape(request, new CountDownLatch(0));
    }

    private Response scrape(Request.Builder request, CountDownLatch sent) throws IOException {
        HandshakeCertificates trust = new HandshakeCertificates.Builder()
                .addTrustedCertificate(held.certificate())
                .build();
        return new OkHttpClient.Builder()
                .sslSocketFactory(trust.sslSocketFactory(), trust.trustManager())
                .connectionPool(new ConnectionPool(0, 1, TimeUnit.SECONDS))
                .readTimeout(PATIENCE)
                .eventListener(new EventListener() {
                    @Override
                    public void requestHeadersEnd(Call call, Request whole) {
                        sent.countDown();
                    }
                })
                .build()
                .newCall(request.build())
                .execute();
    }
}
