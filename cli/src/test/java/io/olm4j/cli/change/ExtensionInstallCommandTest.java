package io.olm4j.cli.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.cli.kube.FakeApiServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ExtensionInstallCommand} with an HTTP server in place of the API server. */
class ExtensionInstallCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path directory;

    @SuppressWarnings("NullAway.Init") // start sets it
    private FakeApiServer server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeApiServer(directory);
        server.add("/api/v1/namespaces/post", "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\"}");
        server.addExtension("mail", "post");
        server.addCatalog("unread");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldDeclareTheConfiguration() throws IOException {
        Path file = Files.writeString(directory.resolve("config.yaml"), "deploymentConfig: {nodeSelector: {a: b}}\n");

        CommandRun run = server.run(
                "extension",
                "install",
                "parcel",
                "--config",
                file.toString(),
                "--watch-namespace",
                "depot",
                "--dry-run",
                "-o",
                "yaml");

        assertThat(run.exitCode()).as("%s", run).isZero();
        assertThat(run.out()).isEqualTo("""
            ---
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterExtension
            metadata:
              name: parcel
            spec:
              config:
                configType: Inline
                inline:
                  deploymentConfig:
                    nodeSelector:
                      a: b
                  watchNamespace: depot
              namespace: parcel
              serviceAccount:
                name: parcel-installer
              source:
                catalog:
                  packageName: parcel
                sourceType: Catalog
            """);
    }

    @Test
    void shouldRefuseAConfigurationThatIsNotClear() throws IOException {
        Path file = Files.writeString(directory.resolve("config.yaml"), "watchNamespace: a\n");

        CommandRun twice =
                server.run("extension", "install", "parcel", "--config", file.toString(), "--watch-namespace", "depot");
        CommandRun auto = server.run("extension", "install", "parcel", "--watch-namespace", "auto");

        assertThat(twice.exitCode()).isEqualTo(2);
        assertThat(twice.err())
                .isEqualTo("olm: both --watch-namespace and " + file + " set the namespace to watch; leave one out\n");
        assertThat(auto.exitCode()).isEqualTo(2);
        assertThat(auto.err()).contains("--watch-namespace auto is for commands that read a bundle");
        assertThat(server.writes()).isEmpty();
    }

    @Test
    void shouldNotReplaceTheRightsOfAnotherExtension() {
        CommandRun run = server.run(
                "extension",
                "install",
                "parcel",
                "--namespace",
                "post",
                "--service-account",
                "installer",
                "--with-rbac");

        assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
        assertThat(run.err())
                .endsWith("olm: ClusterExtension mail has this service account too, and --with-rbac would replace its"
                        + " rights: choose another account by --service-account\n");
        assertThat(server.writes()).isEmpty();
    }

    @Test
    void shouldCreateTheExtensionWhenItsCatalogWasJustAdded() {
        server.add(
                "/api/v1/namespaces/post/serviceaccounts/parcel-installer",
                "{\"kind\":\"ServiceAccount\",\"apiVersion\":\"v1\"}");

        // catalogd has not set the label with the name of the catalog yet
        CommandRun run = server.run(
                "extension", "install", "parcel", "--namespace", "post", "--catalog", "unread", "--wait=false");

        assertThat(run.exitCode()).as("%s", run).isZero();
        assertThat(run.err()).contains("olm: warning: the catalogs are not known: ", "catalog \"unread\" is not being");
        assertThat(server.writes()).containsExactly("POST /apis/olm.operatorframework.io/v1/clusterextensions");
    }
}
