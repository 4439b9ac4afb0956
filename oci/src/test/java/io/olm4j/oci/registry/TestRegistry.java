package io.olm4j.oci.registry;

import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.net.ssl.SSLSocketFactory;
import mockwebserver3.Dispatcher;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import mockwebserver3.RecordedRequest;
import okio.Buffer;
import okio.ByteString;

/** A registry in memory that injects faults. */
public final class TestRegistry implements AutoCloseable {

    /** Answers a request in place of the registry; empty lets the registry answer. */
    public interface Fault extends Function<RecordedRequest, Optional<MockResponse>> {}

    private record Stored(String mediaType, ByteString content) {}

    private final MockWebServer server = new MockWebServer();
    private final Map<String, Stored> content = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger uploads = new AtomicInteger();
    private final Set<String> usedUploads = ConcurrentHashMap.newKeySet();
    private volatile Fault fault = request -> Optional.empty();

    public TestRegistry() {
        this(Optional.empty());
    }

    /** @param tls if present, the registry uses HTTPS */
    public TestRegistry(Optional<SSLSocketFactory> tls) {
        tls.ifPresent(server::useHttps);
        server.setDispatcher(new Dispatcher() {
            @Override
            public MockResponse dispatch(RecordedRequest request) {
                requests.add(request.getMethod() + " " + path(request));
                if (isUpload(request) && !usedUploads.add(path(request))) {
                    return json(404, "{\"errors\":[{\"code\":\"BLOB_UPLOAD_UNKNOWN\"}]}");
                }
                return fault.apply(request).orElseGet(() -> serve(request));
            }
        });
        try {
            server.setServerSocketFactory(new PromptSockets());
            server.start(InetAddress.ofLiteral("127.0.0.1"), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String host() {
        return "127.0.0.1:" + server.getPort();
    }

    public ImageReference reference(String rest) throws ImageException {
        return ImageReference.parse(host() + "/" + rest);
    }

    public int port() {
        return server.getPort();
    }

    /** Every request so far, {@code METHOD /path}. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    public void forgetRequests() {
        requests.clear();
    }

    public void misbehave(Fault newFault) {
        fault = newFault;
    }

    public void behave() {
        fault = request -> Optional.empty();
    }

    public Digest putBlob(String repository, byte[] blob) {
        Digest digest = Digest.sha256(blob);
        content.put(
                "/v2/" + repository + "/blobs/" + digest, new Stored("application/octet-stream", ByteString.of(blob)));
        return digest;
    }

    public Digest putManifest(String repository, String tag, String mediaType, String manifest) {
        byte[] bytes = manifest.getBytes(StandardCharsets.UTF_8);
        return putManifest(repository, tag, new Stored(mediaType, ByteString.of(bytes)));
    }

    private Digest putManifest(String repository, String name, Stored manifest) {
        Digest digest = Digest.sha256(manifest.content().toByteArray());
        content.put("/v2/" + repository + "/manifests/" + name, manifest);
        content.put("/v2/" + repository + "/manifests/" + digest, manifest);
        return digest;
    }

    public static String path(RecordedRequest request) {
        return request.getUrl().encodedPath();
    }

    public static MockResponse status(int code) {
        return new MockResponse.Builder().code(code).build();
    }

    public static MockResponse json(int code, String body) {
        return new MockResponse.Builder().code(code).body(body).build();
    }

    /** Whether it sends a blob. An upload can be used once, also if it breaks. */
    private static boolean isUpload(RecordedRequest request) {
        return "PUT".equals(request.getMethod()) && path(request).contains("/blobs/uploads/");
    }

    private MockResponse serve(RecordedRequest request) {
        String path = path(request);
        return switch (String.valueOf(request.getMethod())) {
            case "GET" -> get(path);
            case "HEAD" -> status(content.containsKey(path) ? 200 : 404);
            case "POST" ->
                new MockResponse.Builder()
                        .code(202)
                        .addHeader("Location", path + uploads.incrementAndGet() + "?state=x")
                        .build();
            case "PUT" -> put(request, path);
            default -> status(405);
        };
    }

    private MockResponse get(String path) {
        Stored stored = content.get(path);
        if (stored == null) {
            return json(404, "{\"errors\":[{\"code\":\"MANIFEST_UNKNOWN\",\"message\":\"Unknown manifest\"}]}");
        }
        return new MockResponse.Builder()
                .addHeader("Content-Type", stored.mediaType())
                .addHeader(
                        "Docker-Content-Digest",
                        Digest.sha256(stored.content().toByteArray()).toString())
                .body(new Buffer().write(stored.content()))
                .build();
    }

    private MockResponse put(RecordedRequest request, String path) {
        ByteString body = Optional.ofNullable(request.getBody()).orElse(ByteString.EMPTY);
        String digest = request.getUrl().queryParameter("digest");
        if (digest != null) {
            if (!Digest.sha256(body.toByteArray()).toString().equals(digest)) {
                return status(400);
            }
            content.put(
                    path.substring(0, path.indexOf("/uploads/")) + "/" + digest,
                    new Stored("application/octet-stream", body));
            return status(201);
        }
        String repository = path.substring("/v2/".length(), path.indexOf("/manifests/"));
        String name = path.substring(path.lastIndexOf('/') + 1);
        putManifest(
                repository, name, new Stored(String.valueOf(request.getHeaders().get("Content-Type")), body));
        return status(201);
    }

    @Override
    public void close() {
        server.close();
    }
}
