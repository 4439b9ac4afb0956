package io.olm4j.cli.extension;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.cli.kube.FakeApiServer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for {@link ExtensionDiffCommand} with an HTTP server in place of the API server. */
class ExtensionDiffCommandTest {

    @Test
    void shouldPrintNamesAsKubectlDoes(@TempDir Path directory) throws Exception {
        try (var server = new FakeApiServer(directory)) {
            server.addExtension("mail", "post");
            String account = "{\"apiVersion\":\"v1\",\"kind\":\"ServiceAccount\",\"metadata\":{\"name\":\"mail\","
                    + "\"namespace\":\"post\"}}";
            String deployment = "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"mail\","
                    + "\"namespace\":\"post\"}}";
            server.add(
                    "/apis/olm.operatorframework.io/v1/clusterobjectsets",
                    "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":[" + revision(1, account) + ","
                            + revision(2, deployment) + "]}");

            CommandRun run = server.run("extension", "diff", "mail", "-o", "name");

            assertThat(run).isEqualTo(new CommandRun(1, "serviceaccount/mail\ndeployment.apps/mail\n", ""));
        }
    }

    private static String revision(int number, String object) {
        return """
            {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterObjectSet","metadata":{"name":"mail-%1$d",
            "uid":"mail-%1$d","ownerReferences":[{"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension",
            "name":"mail","uid":"mail","controller":true}]},
            "spec":{"lifecycleState":"Active","revision":%1$d,"collisionProtection":"Prevent",
            "phases":[{"name":"all","objects":[{"object":%2$s}]}]}}
            """.formatted(number, object);
    }
}
