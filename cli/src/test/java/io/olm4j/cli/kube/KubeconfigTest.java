package io.olm4j.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.CommandRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link Kubeconfig} by a command. */
class KubeconfigTest {

    private static final String UNREADABLE = ": the kubeconfig cannot be read: ";

    @TempDir
    private Path directory = Path.of("");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "garbage           | its content has not the form of a kubeconfig",
                "'[1, 2]'          | its content has not the form of a kubeconfig",
                "contexts: x       | its content has not the form of a kubeconfig",
                "''                | it is empty",
                "'   '             | it is empty",
                "'# nothing'       | it is empty",
            })
    void shouldSayInOneSentenceWhyAKubeconfigCannotBeRead(String content, String why) throws Exception {
        // Given
        Path file = Files.writeString(directory.resolve("config"), content);

        // When
        CommandRun run = status(file);

        // Then
        assertThat(run).isEqualTo(new CommandRun(2, "", "olm: " + file + UNREADABLE + why + "\n"));
    }

    @Test
    void shouldPassOverAnEmptyNameAsKubectlDoes() {
        assertThat(Kubeconfig.read(List.of(Path.of(""), directory.resolve("none")), Optional.empty()))
                .isEmpty();
    }

    @Test
    void shouldSayInOneSentenceThatAKubeconfigIsNoYaml() throws Exception {
        // Given
        Path file = Files.writeString(directory.resolve("config"), "contexts: [\n\tx: {");

        // When
        CommandRun run = status(file);

        // Then
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err().lines())
                .singleElement()
                .asString()
                .startsWith("olm: " + file + ":3" + UNREADABLE + "not valid YAML: ")
                .doesNotContain("Exception");
    }

    @Test
    void shouldSayThatTheKubeconfigIsADirectory() {
        assertThat(status(directory))
                .isEqualTo(new CommandRun(2, "", "olm: " + directory + UNREADABLE + "it is a directory\n"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'{\"contexts\": [{\"name\": \"a\"}], \"current-context\": \"b\"}' | the kubeconfig has no context b,"
                        + " which is its current one: name another one by --context",
                "'contexts: [{name: a, context: {cluster: c}}]' | the kubeconfig names no current context: name one"
                        + " by --context",
                "'kind: Config' | the kubeconfig names no current context: name one by --context",
                "'{\"contexts\": null, \"current-context\": \"b\"}' | the kubeconfig has no context b, which is its"
                        + " current one: name another one by --context",
                "'contexts: [{name: a, context: {user: u}}]\ncurrent-context: a' | context a of the kubeconfig names no"
                        + " cluster",
                "'contexts: [{name: a, context: {cluster: c}}]\ncurrent-context: a' | context a of the kubeconfig"
                        + " names the cluster c, which the kubeconfig does not have",
                "'contexts: [{name: a, context: {cluster: c}}]\nclusters: [{name: c, cluster: {}}]\ncurrent-context:"
                        + " a' | cluster c of the kubeconfig has no server",
                "'contexts: [{name: a, context: {cluster: c, user: u}}]\nclusters: [{name: c, cluster: {server: x}}]\n"
                        + "current-context: a' | context a of the kubeconfig names the user u, which the kubeconfig"
                        + " does not have",
                "'contexts: [{name: a, context: {cluster: c}}]\nclusters: [{name: c, cluster: {server: x,"
                        + " tls-server-name: y}}]\ncurrent-context: a' | cluster c of the kubeconfig has"
                        + " tls-server-name, which olm cannot use: remove it, and name the server as its certificate"
                        + " does",
            })
    void shouldSayWhatTheContextLacks(String content, String message) throws Exception {
        // Given
        Path file = Files.writeString(directory.resolve("config"), content);

        // When
        CommandRun run = status(file);

        // Then
        assertThat(run).isEqualTo(new CommandRun(2, "", "olm: " + message + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"https://127.0.0.1:99999", "https://", "ftp://x", "a b"})
    void shouldRefuseAServerThatIsNoAddress(String server) throws Exception {
        // Given
        Path file = Files.writeString(directory.resolve("config"), """
                contexts: [{name: a, context: {cluster: c}}]
                clusters: [{name: c, cluster: {server: "%s"}}]
                current-context: a
                """.formatted(server));

        // When
        CommandRun run = status(file);

        // Then
        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: cluster c of the kubeconfig has the server \"" + server
                                + "\", which is not an address such as https://HOST:6443: correct it\n"));
    }

    @Test
    void shouldFindTheClusterAndTheUserInDifferentFiles() throws Exception {
        // Given
        Path first = Files.writeString(directory.resolve("first"), """
                contexts: [{name: a, context: {cluster: c, user: u}}]
                current-context: a
                users: [{name: u, user: {token: one}}]
                """);
        Path second = Files.writeString(directory.resolve("second"), """
                clusters: [{name: c, cluster: {server: "https://c.example"}}]
                users: [{name: u, user: {token: two}}]
                current-context: b
                """);

        // When
        Config client = Kubeconfig.read(List.of(first, second), Optional.empty())
                .orElseThrow()
                .clientConfig();

        // Then
        assertThat(client.getMasterUrl()).isEqualTo("https://c.example/");
        assertThat(client.getAutoOAuthToken()).isEqualTo("one");
    }

    @Test
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD) // A second reader would wait for ever.
    void shouldReadAPipeOnce() throws Exception {
        // Given
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        var requests = new CopyOnWriteArrayList<String>();
        HttpServer proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext("/", exchange -> {
            requests.add(exchange.getRequestURI().getHost() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(403, -1);
            exchange.close();
        });
        proxy.start();
        String content = """
                contexts: [{name: a, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "http://c.test:1", proxy-url: "http://127.0.0.1:%d"}}]
                users: [{name: u, user: {token: one}}]
                current-context: a
                """.formatted(proxy.getAddress().getPort());
        Thread writer = Thread.ofPlatform().daemon().start(() -> {
            try {
                Files.writeString(pipe, content);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });

        // When
        CommandRun run = status(pipe);
        writer.join();
        proxy.stop(0);

        // Then
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(requests).as("%s", run).isNotEmpty().containsOnly("c.test Bearer one");
    }

    @Test
    void shouldKnowTheFileOfEachEntry() throws Exception {
        // Given
        Path file = Files.writeString(directory.resolve("config"), """
                contexts: [{name: a, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "https://c.test", certificate-authority: ca.crt}}]
                users: [{name: u, user: {token: one}}]
                current-context: a
                """);

        // When
        Config client =
                Kubeconfig.read(List.of(file), Optional.empty()).orElseThrow().clientConfig();

        // Then: the client library reads it again when the token expires
        assertThat(client.getFile()).isEqualTo(file.toFile());
        assertThat(client.getFileWithCluster()).isEqualTo(file.toFile());
        assertThat(client.getFileWithAuthInfo()).isEqualTo(file.toFile());
        assertThat(client.getCaCertFile()).isEqualTo(directory.resolve("ca.crt").toString());
    }

    private static CommandRun status(Path kubeconfig) {
        return CommandRun.olm("status", "--kubeconfig", kubeconfig.toString());
    }
}
