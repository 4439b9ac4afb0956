package io.olm4j.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.command.OlmException;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link ManifestSender} and {@link DeletionRequest} with an HTTP server in place of the API server. */
class ManifestSenderTest {

    private static final ObjectMapper YAML = new YAMLMapper();
    private static final String NAMESPACE = "{apiVersion: v1, kind: Namespace, metadata: {name: mail}}";
    private static final String ACCOUNT =
            "{apiVersion: v1, kind: ServiceAccount, metadata: {name: installer, namespace: mail}}";
    private static final String EXTENSION =
            "{apiVersion: olm.operatorframework.io/v1, kind: ClusterExtension, metadata: {name: mail}, spec: {}}";
    private static final String KINDS = """
        {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"olm.operatorframework.io/v1","resources":[
        {"name":"clusterextensions","singularName":"clusterextension","namespaced":false,"kind":"ClusterExtension",
        "verbs":["create","get"]}]}
        """;
    private static final String CORE_KINDS = """
        {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"v1","resources":[
        {"name":"namespaces","singularName":"namespace","namespaced":false,"kind":"Namespace"},
        {"name":"serviceaccounts","singularName":"serviceaccount","namespaced":true,"kind":"ServiceAccount"}]}
        """;
    private static final String ACCOUNTS = "/api/v1/namespaces/mail/serviceaccounts/";
    /** The status of an answer to a request that creates its object all the same. */
    private static final int TIMED_OUT = 504;

    private static final String UNSURE =
            "; these may have been created without an answer and stay, delete them if" + " nothing needs them: ";

    private static final String EXTENSIONS = "/apis/olm.operatorframework.io/v1/clusterextensions";

    private final List<String> writes = new CopyOnWriteArrayList<>();
    private final List<String> deletions = new CopyOnWriteArrayList<>();
    private final Set<String> present = ConcurrentHashMap.newKeySet();
    /** The status of the answers to writes, by path, where it is an error. */
    private final Map<String, Integer> refused = new ConcurrentHashMap<>();
    /** The paths of objects that the next write creates without an answer that says so. */
    private final Set<String> lost = ConcurrentHashMap.newKeySet();

    private HttpServer server;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        client = ApiServerHttp.clientOfCommand(new ConfigBuilder()
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withAutoConfigure(false)
                .withRequestRetryBackoffLimit(1) // As a command has it.
                .build());
    }

    /** What the API server says when it refuses. */
    private String refusal = "not you";

    @AfterEach
    void stop() {
        client.close();
        server.stop(0);
    }

    @Test
    void shouldApplyAndThenCreateTheLastOne() {
        present.add("/api/v1/namespaces/mail");

        List<String> lines =
                new ManifestSender(client, DryRun.NONE).send(manifests()).lines();

        assertThat(lines)
                .containsExactly(
                        "namespace/mail applied",
                        "serviceaccount/installer created",
                        "clusterextension.olm.operatorframework.io/mail created");
        assertThat(writes)
                .containsExactly(
                        "PATCH /api/v1/namespaces/mail?fieldManager=olm&force=false",
                        "PATCH /api/v1/namespaces/mail/serviceaccounts/installer?fieldManager=olm&force=false",
                        "POST /apis/olm.operatorframework.io/v1/clusterextensions");
    }

    @Test
    void shouldSayWhatToDoWhenSomebodyElseManagesTheAccount() {
        refusal = "Apply failed with 1 conflict: conflict with 'kubectl'";
        refused.put(ACCOUNTS + "installer", 409);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage("ServiceAccount mail/installer cannot be applied: " + refusal
                        + "; delete the object, or leave out --with-rbac to use the account as it is"
                        + "; what had been created was deleted again");
    }

    @Test
    void shouldDeleteWhatItCreatedWhenTheLastOneIsRefused() {
        present.add("/api/v1/namespaces/mail");
        refused.put(EXTENSIONS, 403);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage("ClusterExtension mail cannot be created: the API server refuses: not you; what had been"
                        + " created was deleted again");

        assertThat(writes)
                .filteredOn(write -> write.startsWith("DELETE"))
                .containsExactly("DELETE " + ACCOUNTS + "installer");
        assertThat(deletions).singleElement().asString().contains("\"preconditions\":{\"uid\":\"uid of installer\"}");
    }

    @Test
    void shouldNotDeleteWhatSomebodyElseCreatedMeanwhile() {
        // given: another one makes the account just before this command does, and this one's namespace anew after it
        present.add(ACCOUNTS + "installer");
        refused.put(EXTENSIONS, 403);
        refused.put("DELETE /api/v1/namespaces/mail", 409);

        // then
        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessageEndingWith("; what had been created was deleted again");
        assertThat(writes)
                .filteredOn(write -> write.startsWith("DELETE"))
                .containsExactly("DELETE /api/v1/namespaces/mail");
        assertThat(deletions).singleElement().asString().contains("\"preconditions\":{\"uid\":\"uid of mail\"}");
    }

    @Test
    void shouldDeleteNothingWhenSomebodyElseCreatedTheLastOne() {
        refused.put(EXTENSIONS, 409);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage(
                        "ClusterExtension mail cannot be created: not you; these stay, because the other one may use"
                                + " them: ServiceAccount mail/installer, Namespace mail");

        assertThat(deletions).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 500, 503})
    void shouldDeleteNothingWhenItIsNotKnownWhetherTheLastOneExists(int code) {
        refused.put(EXTENSIONS, code);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage("ClusterExtension mail cannot be created: not you; these stay, because it may have been"
                        + " created all the same: ServiceAccount mail/installer, Namespace mail");

        assertThat(deletions).isEmpty();
    }

    @Test
    void shouldNotSayThatNothingWasCreatedWhenItIsNotKnown() {
        refused.put(EXTENSIONS, 503);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(List.of(tree(EXTENSION))))
                .isInstanceOf(OlmException.class)
                .hasMessage("ClusterExtension mail cannot be created: not you; it may have been created all the same");
    }

    @Test
    void shouldAskABusyApiServerOnceMoreAndThenDeleteWhatItCreated() {
        refused.put(EXTENSIONS, 429);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage("ClusterExtension mail cannot be created: not you; what had been created was deleted"
                        + " again");

        assertThat(writes).filteredOn(write -> write.startsWith("POST")).hasSize(2);
    }

    @Test
    void shouldGoOnWhenTheLastOneExistsAfterAnAnswerThatSaysNothing() {
        refused.put(EXTENSIONS, 503);
        present.add(EXTENSIONS + "/mail");

        ManifestSender.Sent sent = new ManifestSender(client, DryRun.NONE).send(manifests());

        assertThat(sent.lines()).last().isEqualTo("clusterextension.olm.operatorframework.io/mail created");
        assertThat(sent.created()).isPresent();
        assertThat(deletions).isEmpty();
    }

    @Test
    void shouldSayCreatedWhenTheCreationTimesOutButHappens() {
        refused.put(EXTENSIONS, TIMED_OUT);

        ManifestSender.Sent sent = new ManifestSender(client, DryRun.NONE).send(manifests());

        assertThat(sent.lines()).last().isEqualTo("clusterextension.olm.operatorframework.io/mail created");
        assertThat(writes).filteredOn(write -> write.startsWith("POST")).hasSize(1);
    }

    @Test
    void shouldNameWhatItMayHaveCreatedWhenTheAnswerIsLost() {
        present.add("/api/v1/namespaces/mail");
        lost.add(ACCOUNTS + "installer");
        refused.put(EXTENSIONS, 403);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage("ClusterExtension mail cannot be created: the API server refuses: not you" + UNSURE
                        + "ServiceAccount mail/installer");

        assertThat(deletions).isEmpty();
    }

    @Test
    void shouldNotSayThatAnObjectStaysInANamespaceThatItDeletes() {
        lost.add(ACCOUNTS + "installer");
        refused.put(EXTENSIONS, 403);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage("ClusterExtension mail cannot be created: the API server refuses: not you; what had been"
                        + " created was deleted again");

        assertThat(writes)
                .filteredOn(write -> write.startsWith("DELETE"))
                .containsExactly("DELETE /api/v1/namespaces/mail");
    }

    @Test
    void shouldSayThatTheLastOneMayExistBesideWhatElseMay() {
        lost.add("/api/v1/namespaces/mail");
        refused.put(EXTENSIONS, 503);

        assertThatThrownBy(
                        () -> new ManifestSender(client, DryRun.NONE).send(List.of(tree(NAMESPACE), tree(EXTENSION))))
                .isInstanceOf(OlmException.class)
                .hasMessage("ClusterExtension mail cannot be created: not you; it may have been created all the same"
                        + UNSURE + "Namespace mail");
    }

    @Test
    void shouldSayThatAFailedDryRunCreatedNothing() {
        refused.put(EXTENSIONS, 503);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.SERVER).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage("ClusterExtension mail cannot be created: not you; nothing was created");
    }

    @Test
    void shouldNameWhatItMayHaveCreatedWhenTheRestStays() {
        lost.add("/api/v1/namespaces/mail");
        refused.put(EXTENSIONS, 409);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessageEndingWith("; these stay, because the other one may use them: ServiceAccount mail/installer"
                        + UNSURE + "Namespace mail");
    }

    @Test
    void shouldNameTheObjectItselfWhenNoAnswerSaysWhetherItExists() {
        present.add("/api/v1/namespaces/mail");
        refused.put(ACCOUNTS + "installer", 500);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage("ServiceAccount mail/installer cannot be applied: not you" + UNSURE
                        + "ServiceAccount mail/installer");

        assertThat(writes).filteredOn(write -> write.contains(ACCOUNTS)).hasSize(2);
    }

    @Test
    void shouldSayWhatItCouldNotDelete() {
        refused.put(ACCOUNTS + "installer", 403);
        refused.put("DELETE /api/v1/namespaces/mail", 403);

        assertThatThrownBy(() -> new ManifestSender(client, DryRun.NONE).send(manifests()))
                .isInstanceOf(OlmException.class)
                .hasMessage("ServiceAccount mail/installer cannot be applied: the API server refuses: not you; these"
                        + " stay: Namespace mail");
    }

    @Test
    void shouldLetTheApiServerCheckWhatItCanWhenTheNamespaceIsNew() {
        List<String> lines =
                new ManifestSender(client, DryRun.SERVER).send(manifests()).lines();

        assertThat(lines)
                .containsExactly(
                        "namespace/mail created (server dry run)",
                        "serviceaccount/installer created, but not checked, because its namespace does not exist yet"
                                + " (server dry run)",
                        "clusterextension.olm.operatorframework.io/mail created (server dry run)");
        assertThat(writes).hasSize(2).allMatch(write -> write.contains("dryRun=All"));
    }

    @Test
    void shouldSendNothingWhenTheDryRunIsOfTheClient() {
        assertThat(new ManifestSender(client, DryRun.CLIENT).send(manifests()).lines())
                .hasSize(3)
                .allMatch(line -> line.endsWith(" created (dry run)"));
        assertThat(writes).isEmpty();
    }

    @Test
    void shouldDeleteOnlyTheObjectThatWasRead() {
        var object = new ClusterExtension();
        object.setMetadata(
                new ObjectMetaBuilder().withName("mail").withUid("u-1").build());
        present.add("/apis/olm.operatorframework.io/v1/clusterextensions/mail");

        var request = new DeletionRequest(object, true);
        request.send(client, DryRun.SERVER);

        assertThat(writes).containsExactly("DELETE /apis/olm.operatorframework.io/v1/clusterextensions/mail");
        assertThat(request.options(DryRun.NONE))
                .hasToString("{\"apiVersion\":\"v1\",\"kind\":\"DeleteOptions\",\"propagationPolicy\":\"Orphan\","
                        + "\"preconditions\":{\"uid\":\"u-1\"}}");
        assertThat(request.options(DryRun.SERVER).path("dryRun")).hasToString("[\"All\"]");
    }

    private static List<ObjectNode> manifests() {
        return Stream.of(NAMESPACE, ACCOUNT, EXTENSION)
                .map(ManifestSenderTest::tree)
                .toList();
    }

    private static ObjectNode tree(String yaml) {
        try {
            return (ObjectNode) YAML.readTree(yaml);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Knows only which objects there are; what is written comes back. */
    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String write = exchange.getRequestMethod() + " " + exchange.getRequestURI();
        switch (exchange.getRequestMethod()) {
            case "GET" -> read(exchange, path);
            case "DELETE" -> {
                writes.add(write);
                deletions.add(body);
                int code = refused.getOrDefault("DELETE " + path, 200);
                send(exchange, code, status(code));
            }
            default -> {
                writes.add(write);
                int code = lost.contains(path) ? 503 : refused.getOrDefault(path, present.contains(path) ? 200 : 201);
                if (lost.remove(path)) {
                    present.add(path);
                }
                if (code == TIMED_OUT) {
                    refused.put(path, 409); // For a second request.
                    present.add(path + "/" + tree(body).at("/metadata/name").asText());
                }
                send(exchange, code, code < 300 ? withUid(body) : status(code));
            }
        }
    }

    private void read(HttpExchange exchange, String path) throws IOException {
        switch (path) {
            case "/apis/olm.operatorframework.io/v1" -> send(exchange, 200, KINDS);
            case "/api/v1" -> send(exchange, 200, CORE_KINDS);
            default ->
                send(exchange, present.contains(path) ? 200 : 404, present.contains(path) ? object(path) : status(404));
        }
    }

    private static String withUid(String body) {
        ObjectNode object = tree(body);
        ObjectNode metadata = (ObjectNode) object.path("metadata");
        return object.set(
                        "metadata",
                        metadata.put("uid", "uid of " + metadata.path("name").asText()))
                .toString();
    }

    private static String object(String path) {
        return tree(path.startsWith(EXTENSIONS) ? EXTENSION : NAMESPACE).toString();
    }

    private String status(int code) {
        return "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"" + refusal
                + "\",\"code\":" + code + "}";
    }

    private static void send(HttpExchange exchange, int code, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }
}
