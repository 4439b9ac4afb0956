package io.olm4j.cli.installed;

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
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link ExtensionPatch} by the commands that send one. */
class ExtensionPatchTest {

    private static final String MAIL = "/apis/olm.operatorframework.io/v1/clusterextensions/mail";

    @SuppressWarnings("NullAway.Init") // start sets it
    private FakeApiServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        server = new FakeApiServer(directory);
        server.addCatalog("mails");
        addMail("u-1", 1);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "update mail --version 1.x --channel= --wait=false | mail: the selection is changed",
                "pin mail | mail: version 1.0.0 is pinned, \"~1.0\" before",
                "unpin mail | mail: any version is admitted, \"~1.0\" before",
            })
    void shouldSeeThatTheChangeIsWrittenWhenItsAnswerIsLost(String command, String done) {
        server.loseAnswerToPatch();

        CommandRun run = server.run(("extension " + command).split(" "));

        assertThat(run.exitCode()).as("%s", run).isZero();
        assertThat(run.out()).contains(done);
        assertThat(server.writes()).containsExactly("PATCH " + MAIL, "PATCH " + MAIL);
    }

    @Test
    void shouldSayThatNothingWasChangedWhenAnotherChangeWasFirst() {
        server.failPatches(() -> {
            addMail("u-1", 2);
            return 409;
        });

        CommandRun run = server.run("extension", "unpin", "mail");

        assertThat(run)
                .isEqualTo(new CommandRun(
                        2,
                        "",
                        "olm: mail has changed since it was read, so that nothing was changed: repeat the command\n"));
    }

    @Test
    void shouldSayThatNothingWasChangedWhenTheExtensionIsAnotherOne() {
        server.failPatches(() -> {
            addMail("u-2", 1);
            return 409;
        });

        CommandRun run = server.run("extension", "pin", "mail");

        assertThat(run.exitCode()).as("%s", run).isEqualTo(2);
        assertThat(run.err()).contains("nothing was changed");
    }

    private void addMail(String uid, int generation) {
        server.add(MAIL, """
            {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension",
            "metadata":{"name":"mail","uid":"%s","resourceVersion":"1","generation":%d},
            "spec":{"namespace":"mail","serviceAccount":{"name":"installer"},
            "source":{"sourceType":"Catalog","catalog":{"packageName":"mail","version":"~1.0","channels":["stable"]}}},
            "status":{"install":{"bundle":{"name":"mail.v1.0.0","version":"1.0.0"}}}}
            """.formatted(uid, generation));
    }
}
