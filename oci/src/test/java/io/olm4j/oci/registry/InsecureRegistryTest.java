package io.olm4j.oci.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.olm4j.oci.Digest;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.trust.ContainersConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link RepositoryAccess} with a registry whose certificate is not signed by an authority. */
class InsecureRegistryTest {

    private static final byte[] MANIFEST = "{\"manifests\":[]}".getBytes(StandardCharsets.UTF_8);
    private static final String PASSWORD = "changeit";
    private static final String IMAGE = "example.test/a:v1";

    /** The first byte of a connection with TLS. */
    private static final int TLS_HANDSHAKE = 22;

    @TempDir
    Path config;

    private final HttpsServer server;

    InsecureRegistryTest() throws IOException {
        server = HttpsServer.create();
    }

    @BeforeEach
    void start() throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys().getKeyManagers(), null, null);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        server.createContext("/v2/", exchange -> {
            exchange.sendResponseHeaders(200, MANIFEST.length);
            exchange.getResponseBody().write(MANIFEST);
            exchange.close();
        });
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void shouldReadOverUnverifiedTlsWhenInsecure() throws Exception {
        assertThat(open().digest()).isEqualTo(Digest.sha256(MANIFEST));
    }

    /** A broken connection must not send the credentials of the registry over plain HTTP. */
    @Test
    void shouldNotUsePlainHttpWhenTheRegistryHadTls() throws Exception {
        // Given
        RegistryClient client = client();
        var _ = client.open(ImageReference.parse(IMAGE));
        int port = server.getAddress().getPort();
        server.stop(0);
        Queue<Integer> firstBytes = new ConcurrentLinkedQueue<>();
        try (var broken = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
            Thread.startVirtualThread(() -> breakConnections(broken, firstBytes));

            // When
            assertThatThrownBy(() -> client.open(ImageReference.parse(IMAGE))).isInstanceOf(ImageException.class);
        }

        // Then
        assertThat(firstBytes).isNotEmpty().containsOnly(TLS_HANDSHAKE);
    }

    private static void breakConnections(ServerSocket server, Queue<Integer> firstBytes) {
        while (!server.isClosed()) {
            try (Socket connection = server.accept()) {
                firstBytes.add(connection.getInputStream().read());
            } catch (IOException e) {
                // The client has closed it, or the test has ended.
            }
        }
    }

    private ImageSource open() throws Exception {
        return client().open(ImageReference.parse(IMAGE));
    }

    private RegistryClient client() throws IOException {
        Files.writeString(
                config.resolve("registries.conf"),
                "[[registry]]\nprefix = \"example.test\"\nlocation = \"127.0.0.1:"
                        + server.getAddress().getPort() + "\"\ninsecure = true\n");
        return RegistryClient.create(RegistryOptions.defaults().withContainers(ContainersConfig.in(config)));
    }

    private KeyManagerFactory keys() throws Exception {
        Path store = config.resolve("keys.p12");
        List<String> keytool = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "x",
                "-dname",
                "CN=nobody",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString());
        assertThat(new ProcessBuilder(keytool).inheritIO().start().waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        return factory;
    }
}
