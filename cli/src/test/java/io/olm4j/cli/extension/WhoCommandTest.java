package io.olm4j.cli.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.cli.kube.FakeApiServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link WhoCommand} with an HTTP server in place of the API server. */
class WhoCommandTest {

    @Test
    void shouldPrintTheNameAsKubectlDoes(@TempDir Path directory) throws Exception {
        try (var server = new FakeApiServer(directory)) {
            server.add("/apis", """
                {"kind":"APIGroupList","apiVersion":"v1","groups":[{"name":"apps",
                "versions":[{"groupVersion":"apps/v1","version":"v1"}],
                "preferredVersion":{"groupVersion":"apps/v1","version":"v1"}}]}
                """);
            server.add("/apis/apps/v1", """
                {"kind":"APIResourceList","apiVersion":"v1","groupVersion":"apps/v1","resources":[{"name":"deployments",
                "singularName":"deployment","namespaced":true,"kind":"Deployment","verbs":["get"]}]}
                """);
            server.add("/apis/apps/v1/namespaces/post/deployments/mail", """
                {"kind":"Deployment","apiVersion":"apps/v1","metadata":{"name":"mail","namespace":"post","uid":"1"}}
                """);

            CommandRun run = server.run("who", "deployment/mail", "-n", "post", "-o", "name");

            assertThat(run).isEqualTo(new CommandRun(1, "deployment.apps/mail\n", ""));
        }
    }
}
