package io.olm4j.cli.training;

import io.olm4j.api.OlmApi;
import io.olm4j.cli.Olm;
import io.olm4j.cli.command.StandardOutput;
import io.olm4j.cli.run.SelfSignedCertificate;
import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.FreePort;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import okhttp3.OkHttpClient;
import picocli.CommandLine;

/**
 * Runs what users run most, so that the JVM can record what a start takes: with {@code -XX:AOTCacheOutput} it keeps
 * that in a file.
 *
 * <p>It needs no cluster: the controllers start against {@link TrainingApiServer}, on loopback.
 */
public final class Training {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final String CATALOG = """
            {"schema": "olm.package", "name": "p", "defaultChannel": "stable"}
            {"schema": "olm.channel", "package": "p", "name": "stable", "entries": [{"name": "p.v1.0.0"}]}
            {"schema": "olm.bundle", "package": "p", "name": "p.v1.0.0", "image": "127.0.0.1:1/p:1",
             "properties": [{"type": "olm.package", "value": {"packageName": "p", "version": "1.0.0"}}]}
            """;

    private static final String EXTENSION = """
            apiVersion: %s
            kind: ClusterExtension
            metadata: {name: p}
            spec:
              namespace: p
              serviceAccount: {name: p}
              source: {sourceType: Catalog, catalog: {packageName: p, version: "1.x"}}
            """.formatted(OlmApi.API_VERSION);

    /**
     * What users do on a cluster. None of it writes, whatever the cluster is. No image can be pulled, so that a command
     * ends at its first pull.
     */
    private static final List<String> ON_A_CLUSTER = List.of(
            "extension list",
            "extension describe p",
            "extension explain p --version 1.0.0",
            "extension install p q --create-namespace --dry-run -o yaml",
            "extension install p q --create-namespace --dry-run=server",
            "extension update p --version 1.x --dry-run=server",
            "extension pin p --dry-run=server",
            "extension uninstall p --dry-run",
            "status -o json",
            "plan p",
            "doctor",
            "search p",
            "package show p",
            "catalog list",
            "catalog add d 127.0.0.1:1/d:v1 --dry-run=server",
            "catalog refresh c --dry-run=server");

    private Training() {}

    /**
     * Runs the named commands and ends with 0, whatever they answer.
     *
     * @param args {@code commands} or {@code controllers}
     */
    public static void main(String[] args) throws Exception {
        Path directory = Files.createTempDirectory("olm4j-training-");
        StandardOutput.writer().flush();
        // The commands keep catalogs for the user in the home directory; those of the training are of no use.
        System.setProperty("user.home", directory.toString());
        try {
            if (List.of(args).contains("controllers")) {
                controllers(directory);
            } else {
                commands(directory);
            }
            loadHttp2();
        } finally {
            DirectoryTree.delete(directory);
        }
        System.exit(0);
    }

    /** The API server of a cluster speaks HTTP/2, {@link TrainingApiServer} does not. */
    private static void loadHttp2() throws Exception {
        URI archive = OkHttpClient.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI();
        try (JarFile jar = new JarFile(new File(archive))) {
            for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
                String name = entry.getName();
                if (name.startsWith("okhttp3/internal/http2/") && name.endsWith(".class")) {
                    Class.forName(
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'));
                }
            }
        }
    }

    private static void commands(Path directory) throws Exception {
        Path catalog = Files.createDirectory(directory.resolve("catalog"));
        Files.writeString(catalog.resolve("catalog.json"), CATALOG);
        String extension = Files.writeString(directory.resolve("extension.yaml"), EXTENSION)
                .toString();
        execute("--help");
        execute("version");
        execute("version", "-o", "yaml");
        execute("versions", "match", "~1.4", "1.4.2");
        execute("catalog", "list", "packages", catalog.toString());
        execute("catalog", "validate", catalog.toString());
        execute("resolve", "-f", extension, "--catalog", "c=" + catalog, "-o", "json");
        try (TrainingApiServer api = apiServer(directory, Optional.of(CATALOG))) {
            useKubeconfig(directory, api);
            for (String command : ON_A_CLUSTER) {
                execute(command.split(" "));
            }
        }
    }

    /** Makes the API server the one that commands and controllers find by themselves. */
    private static void useKubeconfig(Path directory, TrainingApiServer api) throws IOException {
        Path kubeconfig = directory.resolve("kubeconfig");
        Files.writeString(kubeconfig, api.kubeconfig(directory.resolve("tls.crt")));
        System.setProperty("kubeconfig", kubeconfig.toString());
    }

    /** Serves over TLS by {@code tls.crt} and {@code tls.key}, which it makes in the directory. */
    private static TrainingApiServer apiServer(Path directory, Optional<String> content) throws Exception {
        SelfSignedCertificate made = SelfSignedCertificate.of(List.of("localhost"));
        return TrainingApiServer.start(
                Files.writeString(directory.resolve("tls.crt"), made.certificate()),
                Files.writeString(directory.resolve("tls.key"), made.key()),
                content);
    }

    /** They serve and call over TLS, as they do in a cluster. */
    private static void controllers(Path directory) throws Exception {
        InputStream usual = System.in;
        Path certificate = directory.resolve("tls.crt");
        Path key = directory.resolve("tls.key");
        int health = FreePort.next();
        try (TrainingApiServer api = apiServer(directory, Optional.empty())) {
            useKubeconfig(directory, api);
            Thread run;
            try (PipedOutputStream open = new PipedOutputStream()) {
                System.setIn(new PipedInputStream(open));
                run = Thread.ofPlatform()
                        .start(() -> execute(
                                "run",
                                "--end-with-input",
                                "--catalogs-server-addr=127.0.0.1:0",
                                "--health-probe-bind-address=127.0.0.1:" + health,
                                "--metrics-bind-address=127.0.0.1:0",
                                "--tls-cert=" + certificate,
                                "--tls-key=" + key,
                                "--cache-dir=" + directory.resolve("catalogd"),
                                "--cache-path=" + directory.resolve("controller")));
                awaitReady(health);
                api.awaitCalm(PATIENCE);
            }
            run.join(PATIENCE);
        } finally {
            System.setIn(usual);
        }
    }

    /**
     * Asks as the kubelet does, until the controllers say that they are ready: the answer is a part of each start.
     * A start that records classes takes some times as long as one that loads them from a cache.
     */
    private static void awaitReady(int port) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (!isReady(port) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private static boolean isReady(int port) {
        try (Socket socket = new Socket(InetAddress.ofLiteral("127.0.0.1"), port)) {
            socket.getOutputStream()
                    .write("GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return answer.startsWith("HTTP/1.1 200");
        } catch (IOException e) {
            return false;
        }
    }

    private static void execute(String... arguments) {
        CommandLine olm = Olm.commandLine(arguments);
        PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        var _ = olm.setOut(nowhere).setErr(nowhere).execute(arguments);
    }
}
