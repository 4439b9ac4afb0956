package io.olm4j.cli.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.cli.kube.FakeApiServer;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ExtensionRollbackCommand} with an HTTP server in place of the API server. */
class ExtensionRollbackCommandTest {

    @SuppressWarnings("NullAway.Init") // start sets it
    private FakeApiServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        server = new FakeApiServer(directory);
        server.addExtension("mail", "mail");
        server.denyReviews();
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void shouldEndBeforeThePlanWhenTheCommandCouldNotWait() {
        CommandRun run = server.run("extension", "rollback", "mail", "--yes");

        assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
        assertThat(run.err()).contains("olm: the user of the kubeconfig may not watch clusterextensions.");
        assertThat(server.writes()).isEmpty();
    }

    @Test
    void shouldNotAskForTheRightWhenItOnlyShowsThePlan() {
        CommandRun run = server.run("extension", "rollback", "mail", "--dry-run");

        assertThat(run.err()).contains("mail has no earlier revision");
        assertThat(server.reviews()).isEmpty();
    }
}
