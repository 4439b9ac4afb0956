package io.olm4j.cli.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.api.model.ExecConfig;
import io.fabric8.kubernetes.api.model.ExecConfigBuilder;
import io.fabric8.kubernetes.client.Config;
import io.olm4j.cli.CommandRun;
import io.olm4j.cli.command.OlmException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link CredentialPlugin}, with shell scripts as plug-ins. */
class CredentialPluginTest {

    private static final String V1 = "client.authentication.k8s.io/v1";

    private final Config client = Config.empty();

    @TempDir
    private Path directory = Path.of("");

    @Test
    void shouldTakeTheTokenWhenThePluginAlsoWarns() throws Exception {
        // given
        ExecConfig plugin = plugin("""
                echo "warning: a new version is available" >&2
                echo '{"apiVersion": "%s", "kind": "ExecCredential", "status": {"token": "t"}}'
                """.formatted(V1));

        // when
        apply(plugin);

        // then
        assertThat(client.getOauthTokenProvider().getToken()).isEqualTo("t");
    }

    @Test
    void shouldPassArgumentsAndVariablesAsTheyAre() throws Exception {
        // given
        ExecConfig plugin = new ExecConfigBuilder(plugin("""
                        printf '%s|' "$@" "$REGION" > seen
                        cat >> seen
                        echo '{"apiVersion": "client.authentication.k8s.io/v1", "status": {"token": "t"}}'
                        """))
                .withArgs("a b", "$HOME", "it's", "\\", ";")
                .addNewEnv("REGION", "eu west")
                .withInteractiveMode("Never")
                .build();

        // when
        apply(plugin);

        // then
        assertThat(directory.resolve("seen")).hasContent("a b|$HOME|it's|\\|;|eu west|");
    }

    @Test
    void shouldTellThePluginAboutTheClusterWhenItWantsToKnow() throws Exception {
        // given
        ExecConfig plugin = new ExecConfigBuilder(plugin("""
                        printf '%s' "$KUBERNETES_EXEC_INFO" > seen
                        echo '{"apiVersion": "client.authentication.k8s.io/v1", "status": {"token": "t"}}'
                        """))
                .withInteractiveMode("Never")
                .withProvideClusterInfo(true)
                .build();

        // when
        apply(plugin);

        // then
        assertThat(directory.resolve("seen"))
                .hasContent("{\"kind\":\"ExecCredential\",\"apiVersion\":\"client.authentication.k8s.io/v1\","
                        + "\"spec\":{\"interactive\":false,\"cluster\":{\"server\":\"https://c\"}}}");
    }

    @Test
    void shouldTakeTheCertificateOfThePlugin() throws Exception {
        // given
        ExecConfig plugin = plugin("""
                echo '{"apiVersion": "%s", "status": {"clientCertificateData": "C", "clientKeyData": "K"}}'
                """.formatted(V1));

        // when
        apply(plugin);

        // then
        assertThat(client.getClientCertData()).isEqualTo("Qw=="); // In base64, as the client reads it.
        assertThat(client.getClientKeyData()).isEqualTo("Sw==");
    }

    @Test
    void shouldRunThePluginAgainWhenItsTokenHasExpired() throws Exception {
        // given
        ExecConfig plugin = plugin("""
                echo run >> runs
                [ $(wc -l < runs) = 1 ] && until=2020-01-01T00:00:00Z || until=2999-01-01T00:00:00+02:00
                echo '{"apiVersion": "%s", "status": {"token": "'$until'", "expirationTimestamp": "'$until'"}}'
                """.formatted(V1));
        apply(plugin);

        // when
        String token = client.getOauthTokenProvider().getToken();
        client.getOauthTokenProvider().getToken();

        // then
        assertThat(token).isEqualTo("2999-01-01T00:00:00+02:00");
        assertThat(directory.resolve("runs")).hasContent("run\nrun");
    }

    @Test
    void shouldRunThePluginAgainWhenTheApiServerRefusesItsToken() throws Exception {
        // given: an API server that knows only the second token
        plugin("""
                echo run >> runs
                echo '{"apiVersion": "%s", "status": {"token": "t'$(wc -l < runs | tr -d ' ')'"}}'
                """.formatted(V1));
        List<String> tokens = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String token = exchange.getRequestHeaders().getFirst("Authorization");
            tokens.add(token);
            exchange.sendResponseHeaders(token.equals("Bearer t2") ? 403 : 401, -1);
            exchange.close();
        });
        server.start();
        // As kubectl writes it.
        Path kubeconfig = Files.writeString(
                directory.resolve("config"), """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
                users:
                - name: u
                  user: {exec: {apiVersion: %s, command: ./plugin, args: null, env: null, interactiveMode: Never}}
                contexts: [{name: c, context: {cluster: c, user: u}}]
                current-context: c
                """.formatted(server.getAddress().getPort(), V1));

        // when
        CommandRun run = CommandRun.olm("extension", "list", "--kubeconfig", kubeconfig.toString());
        server.stop(0);

        // then
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(tokens).startsWith("Bearer t1", "Bearer t2").doesNotContainSequence("Bearer t1", "Bearer t1");
        assertThat(directory.resolve("runs")).hasContent("run\nrun");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "exit 3     | failed with exit code 3: log in again; see x.y",
                "echo hello | gives no credentials: its answer is not an ExecCredential; see x.y",
                "true       | gives no credentials: its answer is not an ExecCredential; see x.y",
                "echo '{\"apiVersion\": \"client.authentication.k8s.io/v1\", \"status\": {\"token\": \"\"}}'"
                        + " | gives no credentials: log in again; see x.y",
                "echo '{\"apiVersion\": \"client.authentication.k8s.io/v1\", \"status\": {\"token\": \"t\","
                        + " \"expirationTimestamp\": \"soon\"}}'"
                        + " | gives no credentials: its answer is not an ExecCredential; see x.y",
                "echo '{\"apiVersion\": \"client.authentication.k8s.io/v1beta1\", \"status\": {\"token\": \"t\"}}'"
                        + " | answers in apiVersion \"client.authentication.k8s.io/v1beta1\", but the kubeconfig says"
                        + " \"client.authentication.k8s.io/v1\": correct the kubeconfig; see x.y",
            })
    void shouldSayWhyThePluginGivesNoCredentials(String script, String why) throws Exception {
        // given
        ExecConfig plugin =
                new ExecConfigBuilder(plugin(script)).withInstallHint("see x.y").build();

        // when, then
        assertThatThrownBy(() -> apply(plugin))
                .isInstanceOf(OlmException.class)
                .hasMessage("the credential plug-in \"./plugin\" of the kubeconfig " + why);
    }

    private void apply(ExecConfig plugin) {
        new CredentialPlugin(plugin, Optional.of(directory.resolve("config")), Map.of("server", "https://c"))
                .apply(client);
    }

    /** A script beside the kubeconfig, which runs in its own directory. */
    private ExecConfig plugin(String script) throws Exception {
        Path file =
                Files.writeString(directory.resolve("plugin"), "#!/bin/sh\ncd \"$(dirname \"$0\")\"\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return new ExecConfigBuilder()
                .withApiVersion(V1)
                .withCommand("./plugin")
                .build();
    }
}
