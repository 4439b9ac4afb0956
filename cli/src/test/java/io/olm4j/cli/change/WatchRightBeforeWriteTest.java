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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands that write and then wait, as a user who may not watch. */
class WatchRightBeforeWriteTest {

    @SuppressWarnings("NullAway.Init") // start sets it
    private FakeApiServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        server = new FakeApiServer(directory);
        server.denyReviews();
        server.add("/api/v1/namespaces/post", "{\"kind\":\"Namespace\",\"apiVersion\":\"v1\"}");
        server.add(
                "/api/v1/namespaces/post/serviceaccounts/post-installer",
                "{\"kind\":\"ServiceAccount\",\"apiVersion\":\"v1\"}");
        server.addExtension("mail", "mail");
        server.addCatalog("mails");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "extension install mail post",
                "extension update mail --version 1.x",
                "extension pin mail 1.0.0",
                "extension uninstall mail --yes",
                "catalog add others example.com/others:v1",
                "catalog enable mails",
                "catalog refresh mails",
                "catalog remove mails --yes"
            })
    void shouldWriteNothingWhenTheCommandCouldNotWait(String command) {
        CommandRun run = server.run(command.split(" "));

        assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
        assertThat(run.err()).contains("olm: the user of the kubeconfig may not watch ");
        assertThat(server.writes()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "extension install mail post --wait=false",
                "extension update mail --version 1.x --dry-run",
                "extension uninstall mail --yes --wait=false",
                "catalog add others example.com/others:v1 --dry-run=server",
                "catalog disable mails",
                "catalog remove mails --dry-run"
            })
    void shouldNotAskForTheRightWhenTheCommandDoesNotWait(String command) {
        CommandRun run = server.run(command.split(" "));

        assertThat(run.exitCode()).as("%s", run).isZero();
        assertThat(server.reviews()).isEmpty();
    }

    @Test
    void shouldNotSayThatAChangeIsKeptWhenThereWasNothingToChange() {
        CommandRun run = server.run("extension", "update", "mail", "--channel=");

        assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
        assertThat(run.out()).isEqualTo("mail: nothing to change\n");
        assertThat(run.err())
                .contains(
                        "olm: \"olm extension describe mail\" shows what mail waits for\n",
                        "olm: the user of the kubeconfig may not watch ")
                .doesNotContain("is kept");
    }
}
