package io.olm4j.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.CommandRun;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link ConnectionOptions}. */
class ConnectionOptionsTest {

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"extension list", "extension install g", "doctor", "catalog list", "resolve g"})
    void shouldNameTheApiServerWhenNothingListens(String command) throws Exception {
        // given
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                contexts: [{name: c, context: {cluster: c}}]
                current-context: c
                """);

        // when
        CommandRun run = CommandRun.olm((command + " --kubeconfig " + kubeconfig).split(" "));

        // then
        assertThat(run.err())
                .isEqualTo("olm: the API server http://127.0.0.1:1 cannot be reached: connection refused;"
                        + " check the kubeconfig and whether the cluster runs\n");
        assertThat(run.exitCode()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "as-groups: [g]                | has as-groups or as-user-extra, but no \"as\": say as whom to act",
                "'as-user-extra: {scopes: [s]}'| has as-groups or as-user-extra, but no \"as\": say as whom to act",
                "'as: jane, as-uid: u'         | has as-uid, which olm cannot send: remove it, or use another context",
            })
    void shouldNotActAsSomebodyElseThanTheKubeconfigSays(String impersonation, String why) throws Exception {
        // given
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:1"}}]
                users: [{name: u, user: {token: t, %s}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                """.formatted(impersonation));

        // when
        CommandRun run = CommandRun.olm("extension", "list", "--kubeconfig", kubeconfig.toString());

        // then
        assertThat(run).isEqualTo(new CommandRun(2, "", "olm: user u of the kubeconfig " + why + "\n"));
    }

    @Test
    void shouldSendTheTokenOfTheFileBesideTheKubeconfig() throws Exception {
        // given
        Files.writeString(directory.resolve("token"), "from-the-file\n");
        var authorizations = new CopyOnWriteArrayList<String>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            authorizations.add(exchange.getRequestHeaders().getFirst("Authorization"));
            exchange.sendResponseHeaders(403, -1);
            exchange.close();
        });
        server.start();
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                users: [{name: u, user: {tokenFile: token}}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                """.formatted(
                        server.getAddress().getPort()));

        // when
        CommandRun run = CommandRun.olm("extension", "list", "--kubeconfig", kubeconfig.toString());
        server.stop(0);

        // then
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(authorizations).isNotEmpty().containsOnly("Bearer from-the-file");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "exec: {apiVersion: client.authentication.k8s.io/v1, command: no-such-plugin, installHint: see x.y}"
                        + "|the credential plug-in \"no-such-plugin\" of the kubeconfig cannot be started: install it;"
                        + " see x.y",
                "tokenFile: /nowhere/token" + "|/nowhere/token: the token file of the kubeconfig cannot be read",
                "{client-certificate: /nowhere/c.crt, client-key: /nowhere/c.key}"
                        + "|the kubeconfig cannot be used: /nowhere/c.crt: no such file or directory",
                "client-certificate-data: bm9uZQ==, client-key-data: bm9uZQ=="
                        + "|the client certificate of user u of the kubeconfig is not a PEM certificate",
            })
    void shouldSayWhichCredentialsAreMissing(String user, String why) throws Exception {
        // given
        Path kubeconfig = Files.writeString(
                directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: u, user: %s}]
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                """.formatted(user.startsWith("{") ? user : "{" + user + "}"));

        // when
        CommandRun run = CommandRun.olm("extension", "list", "--kubeconfig", kubeconfig.toString());

        // then
        assertThat(run).isEqualTo(new CommandRun(2, "", "olm: " + why + "\n"));
    }

    @Test
    void shouldUseTheContextOfTheDefaultKubeconfigWhenTheNameOfTheFileIsEmpty() throws Exception {
        // given
        var users = new CopyOnWriteArrayList<String>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            users.add(exchange.getRequestHeaders().getFirst("Impersonate-User"));
            exchange.sendResponseHeaders(403, -1);
            exchange.close();
        });
        server.start();
        Path kubeconfig = Files.writeString(directory.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                clusters:
                - {name: home, cluster: {server: "http://127.0.0.1:1"}}
                - {name: work, cluster: {server: "http://127.0.0.1:%d"}}
                users: [{name: u, user: {token: t, as: jane}}]
                contexts:
                - {name: home, context: {cluster: home, user: u}}
                - {name: work, context: {cluster: work, user: u}}
                current-context: home
                """.formatted(
                        server.getAddress().getPort()));

        // when
        CommandRun run = withDefault(kubeconfig, "extension", "list", "--kubeconfig", "", "--context", "work");
        server.stop(0);

        // then
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(users).as("%s", run).isNotEmpty().containsOnly("jane");
    }

    @Test
    void shouldRefuseAContextWhenThereIsNoKubeconfig() {
        CommandRun run = withDefault(directory.resolve("none"), "extension", "list", "--context", "work");

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("olm: context work does not exist; ").hasLineCount(1);
    }

    /** Runs a command while another file is the default kubeconfig. */
    private static CommandRun withDefault(Path kubeconfig, String... arguments) {
        System.setProperty(Config.KUBERNETES_KUBECONFIG_FILE, kubeconfig.toString());
        try {
            return CommandRun.olm(arguments);
        } finally {
            System.clearProperty(Config.KUBERNETES_KUBECONFIG_FILE);
        }
    }

    @Test
    void shouldSayThatTheFileDoesNotExistWhenKubeconfigIsSet() {
        assertThat(ConnectionOptions.noCluster(Optional.of("/nowhere")))
                .isEqualTo("KUBECONFIG is /nowhere, but no such file exists: name another file");
        assertThat(ConnectionOptions.noCluster(Optional.empty()))
                .isEqualTo("no cluster is configured: set KUBECONFIG, or name a kubeconfig by --kubeconfig");
    }
}
