package io.olm4j.cli.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.api.Annotations;
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

/** Tests of commands with an extension whose content this version of olm does not write. */
class ExtensionOfAnotherKindTest {

    private static final String EXTENSIONS = "/apis/olm.operatorframework.io/v1/clusterextensions/";

    @SuppressWarnings("NullAway.Init") // start sets it
    private FakeApiServer server;

    @BeforeEach
    void start(@TempDir Path directory) throws IOException {
        server = new FakeApiServer(directory);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"resolve", "extension explain", "extension pin", "extension unpin"})
    void shouldSayThatTheExtensionHasNoCatalogSource(String command) {
        server.add(EXTENSIONS + "bare", """
                {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension",
                "metadata":{"name":"bare","uid":"1","generation":1,"resourceVersion":"1"},
                "spec":{"namespace":"n"}}
                """);

        CommandRun run = server.run((command + " bare").split(" "));

        assertThat(run).isEqualTo(new CommandRun(2, "", "olm: the ClusterExtension has no spec.source.catalog\n"));
    }

    @Test
    void shouldShowAnUnknownRequestForAnApprovalInOneLine() {
        server.add(EXTENSIONS + "mail", """
                {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension",
                "metadata":{"name":"mail","uid":"1","generation":1,"resourceVersion":"1"},
                "spec":{"namespace":"n"},
                "status":{"conditions":[{"type":"Progressing","status":"False","reason":"AwaitingApproval",
                "message":"approve\\nmail.v2","observedGeneration":1,
                "lastTransitionTime":"2026-01-01T00:00:00Z"}]}}
                """);

        CommandRun run = server.run("extension", "approve", "mail");

        assertThat(run)
                .isEqualTo(new CommandRun(
                        1,
                        "",
                        "olm: it is not known which bundle mail waits for, because another version of olm4j wrote its"
                                + " condition: approve mail.v2. To approve a bundle, set the annotation "
                                + Annotations.APPROVED_BUNDLE + " to its name\n"));
    }
}
