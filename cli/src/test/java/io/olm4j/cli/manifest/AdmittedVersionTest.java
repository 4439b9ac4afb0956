package io.olm4j.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import io.olm4j.cli.CommandRun;
import io.olm4j.cli.kube.FakeApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for {@link AdmittedVersion} by the commands that ask what a version would lead to. */
class AdmittedVersionTest {

    private static final String WARNING =
            "olm: warning: the API server will refuse a ClusterExtension with the version ";

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

    @ParameterizedTest
    @ValueSource(strings = {"plan", "extension explain"})
    void shouldWarnOfARangeThatTheApiServerRefuses(String command) {
        CommandRun run = run(command, "1.2.0 - 1.4.0");

        assertThat(run.err()).startsWith(WARNING + "\"1.2.0 - 1.4.0\"\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"plan", "extension explain"})
    void shouldNotWarnOfARangeThatTheApiServerTakes(String command) {
        assertThat(run(command, ">=1.2.0 <=1.4.0").err()).doesNotContain(WARNING);
    }

    private CommandRun run(String command, String version) {
        return server.run(Stream.concat(Stream.of(command.split(" ")), Stream.of("mail", "--version", version))
                .toArray(String[]::new));
    }
}
