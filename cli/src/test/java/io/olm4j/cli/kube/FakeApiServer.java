package io.olm4j.cli.kube;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.cli.CommandRun;
import io.olm4j.process.apiserver.ApiServerHttp;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntSupplier;
import java.util.function.ToIntBiFunction;
import java.util.stream.Stream;

/** An HTTP server in place of the API server: it has the objects that a test names, and notes what is written. */
public final class FakeApiServer implements AutoCloseable {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OLM = "/apis/olm.operatorframework.io/v1";
    private static final String REVIEW = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    private static final String KINDS = """
        {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"olm.operatorframework.io/v1","resources":[
        {"name":"clusterextensions","singularName":"clusterextension","namespaced":false,"kind":"ClusterExtension",
        "verbs":["create","get"]},
        {"name":"clustercatalogs","singularName":"clustercatalog","namespaced":false,"kind":"ClusterCatalog",
        "verbs":["create","get"]}]}
        """;

    private final Map<String, String> objects = new ConcurrentHashMap<>();
    private final List<String> writes = new CopyOnWriteArrayList<>();
    private final List<String> reviews = new CopyOnWriteArrayList<>();
    private final Set<String> refused = ConcurrentHashMap.newKeySet();
    private final HttpServer server;
    private final Path kubeconfig;
    private volatile boolean allows = true;
    private volatile Optional<ToIntBiFunction<String, String>> patches = Optional.empty();

    /**
     * Starts it.
     *
     * @param directory for the kubeconfig
     */
    public FakeApiServer(Path directory) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
            apiVersion: v1
            kind: Config
            current-context: test
            contexts: [{name: test, context: {cluster: test, user: test}}]
            clusters: [{name: test, cluster: {server: "http://127.0.0.1:%d"}}]
            users: [{name: test, user: {token: none}}]
            """.formatted(
                        server.getAddress().getPort()));
        for (String list : List.of("clustercatalogs", "clusterextensions", "clusterobjectsets")) {
            objects.put(OLM + "/" + list, list());
        }
    }

    /** A list in JSON. */
    private static String list(String... items) {
        return "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"1\"},\"items\":["
                + String.join(",", items) + "]}";
    }

    /** Adds an extension of the package with its name, installed by the account {@code installer}. */
    public void addExtension(String name, String namespace) {
        add("clusterextensions", name, """
            {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension",
            "metadata":{"name":"%1$s","uid":"%1$s","resourceVersion":"1"},
            "spec":{"namespace":"%2$s","serviceAccount":{"name":"installer"},
            "source":{"sourceType":"Catalog","catalog":{"packageName":"%1$s"}}}}
            """.formatted(name, namespace));
    }

    /** Adds a catalog that has no status yet. */
    public void addCatalog(String name) {
        add("clustercatalogs", name, """
            {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterCatalog",
            "metadata":{"name":"%1$s","uid":"%1$s","resourceVersion":"1"},
            "spec":{"source":{"type":"Image","image":{"ref":"example.com/%1$s:v1"}}}}
            """.formatted(name));
    }

    /** Adds an object of olm, which its list has too. */
    private void add(String plural, String name, String json) {
        objects.put(OLM + "/" + plural + "/" + name, json);
        String prefix = OLM + "/" + plural + "/";
        objects.put(
                OLM + "/" + plural,
                list(objects.entrySet().stream()
                        .filter(one -> one.getKey().startsWith(prefix))
                        .map(Map.Entry::getValue)
                        .toArray(String[]::new)));
    }

    /** Adds any other object. */
    public void add(String path, String json) {
        objects.put(path, json);
    }

    /** Answers from now on that the user lacks each right. */
    public void denyReviews() {
        allows = false;
    }

    /** Refuses from now on the writes with a method. */
    public void refuse(String method) {
        refused.add(method);
    }

    /** Fails from now on to answer to patches, with the HTTP status that the function returns. */
    public void failPatches(IntSupplier status) {
        patches = Optional.of((_, _) -> status.getAsInt());
    }

    /**
     * Carries out the next patch, but loses the answer. As the patch changes the resource version, the server refuses
     * each later one.
     */
    public void loseAnswerToPatch() {
        var isDone = new AtomicBoolean();
        patches = Optional.of((path, patch) -> {
            if (isDone.getAndSet(true)) {
                return 409;
            }
            objects.computeIfPresent(path, (_, object) -> merged(object, patch));
            return 504;
        });
    }

    /** A client of the server. */
    public KubernetesClient client() {
        return ApiServerHttp.clientOfCommand(new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .withRequestRetryBackoffLimit(1) // As a command has it.
                .build());
    }

    /** The writes, each with method and path. */
    public List<String> writes() {
        return List.copyOf(writes);
    }

    /** The questions about rights. */
    public List<String> reviews() {
        return List.copyOf(reviews);
    }

    /** Runs a command as a user of the server. */
    public CommandRun run(String... arguments) {
        return CommandRun.olm(Stream.concat(Stream.of(arguments), Stream.of("--kubeconfig", kubeconfig.toString()))
                .toArray(String[]::new));
    }

    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        if (path.equals(REVIEW)) {
            reviews.add(body);
            send(
                    exchange,
                    201,
                    "{\"kind\":\"SelfSubjectAccessReview\",\"apiVersion\":\"authorization.k8s.io/v1\","
                            + "\"spec\":{},\"status\":{\"allowed\":" + allows + "}}");
        } else if (path.equals(OLM)) {
            send(exchange, 200, KINDS);
        } else if (exchange.getRequestMethod().equals("GET")) {
            String object = objects.get(path);
            send(exchange, object == null ? 404 : 200, object == null ? NOT_FOUND : object);
        } else if (patches.isPresent() && exchange.getRequestMethod().equals("PATCH")) {
            writes.add("PATCH " + path);
            int code = patches.get().applyAsInt(path, body);
            send(exchange, code, FORBIDDEN.replace("403", Integer.toString(code)));
        } else {
            writes.add(exchange.getRequestMethod() + " " + path);
            boolean isRefused = refused.contains(exchange.getRequestMethod());
            send(exchange, isRefused ? 403 : 200, isRefused ? FORBIDDEN : body.isEmpty() ? "{}" : body);
        }
    }

    /** The object after a merge patch, with another resource version and generation. */
    private static String merged(String object, String patch) {
        try {
            ObjectNode tree = (ObjectNode) JSON.readTree(object);
            merge(tree, JSON.readTree(patch));
            tree.withObjectProperty("metadata").put("resourceVersion", "2").put("generation", 2);
            return tree.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void merge(ObjectNode object, JsonNode patch) {
        patch.properties().forEach(field -> {
            if (field.getValue().isNull()) {
                object.remove(field.getKey());
            } else if (field.getValue().isObject()) {
                merge(object.withObjectProperty(field.getKey()), field.getValue());
            } else {
                object.set(field.getKey(), field.getValue());
            }
        });
    }

    private static final String FORBIDDEN =
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"not you\",\"code\":403}";

    private static final String NOT_FOUND =
            "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"message\":\"none\",\"code\":404}";

    private static void send(HttpExchange exchange, int code, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(code, bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
