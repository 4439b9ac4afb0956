package io.olm4j.cli.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.cli.kube.FakeApiServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ExtensionUninstallCommand} with an HTTP server in place of the API server. */
class ExtensionUninstallCommandTest {

    @SuppressWarnings("NullAway.Init") // start sets it
    private FakeApiServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        server = new FakeApiServer(directory);
        server.addExtension("mail", "mail");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldDeleteNothingWhenTheDeploymentSetsAnotherPolicyThanTheUserSays() {
        server.add("/apis/apps/v1/namespaces/olmv1-system/deployments/operator-controller-controller-manager", """
            {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"operator-controller-controller-manager"},
            "spec":{"template":{"spec":{"containers":[{"name":"manager","args":["run"]}]}}}}
            """);

        CommandRun run =
                server.run("extension", "uninstall", "mail", "--yes", "--default-deletion-policy", "KeepDefinitions");

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: the Deployment olmv1-system/operator-controller-controller-manager sets the policy"
                                + " Delete, and --default-deletion-policy KeepDefinitions does not change it: leave"
                                + " the option out; --keep-definitions keeps the data\n"));
        assertThat(server.writes()).isEmpty();
    }

    @Test
    void shouldNameTheAnnotationThatStaysWhenTheDeletionIsRefused() {
        server.refuse("DELETE");

        CommandRun run = server.run("extension", "uninstall", "mail", "--yes", "--keep-definitions");

        assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
        assertThat(run.err())
                .endsWith("olm: the API server refuses: not you; ClusterExtension mail now has the annotation"
                        + " olm4j.io/deletion-policy=KeepDefinitions; to remove it: kubectl annotate clusterextension"
                        + " mail olm4j.io/deletion-policy-\n");
    }

    @Test
    void shouldNameNoAnnotationWhenItSetNone() {
        server.refuse("DELETE");

        CommandRun run = server.run("extension", "uninstall", "mail", "--yes");

        assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
        assertThat(run.err()).endsWith("olm: the API server refuses: not you\n").doesNotContain("annotate");
    }
}
