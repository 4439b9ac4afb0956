package io.olm4j.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.cli.command.BuildInfo;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Tests for {@link VersionCommand} and {@link OlmVersion}. */
class VersionCommandTest {

    private final StringWriter out = new StringWriter();
    private final CommandLine olm = Olm.commandLine().setOut(new PrintWriter(out));

    @Test
    void shouldSayVersionCommitJdkAndApiVersions() {
        assertThat(olm.execute("version")).isZero();

        assertThat(out.toString())
                .contains("Version:      " + BuildInfo.current().version())
                .containsPattern("Commit:       ([0-9a-f]{40}(-dirty)?|unknown)\n")
                .contains("JDK:          " + System.getProperty("java.runtime.version"))
                .contains("API versions: olm.operatorframework.io/v1");
    }

    @Test
    void shouldGiveMachinesTheSame() throws Exception {
        assertThat(olm.execute("version", "-o", "json")).isZero();
        JsonNode json = new ObjectMapper().readTree(out.toString());
        out.getBuffer().setLength(0);
        assertThat(olm.execute("version", "-o", "yaml")).isZero();
        JsonNode yaml = new YAMLMapper().readTree(out.toString());

        assertThat(json.path("version").asText()).isEqualTo(BuildInfo.current().version());
        assertThat(json.path("apiVersions").path(0).asText()).isEqualTo("olm.operatorframework.io/v1");
        assertThat(yaml).isEqualTo(json);
    }

    @Test
    void shouldTellTheVersionByTheOptionOfEachCommand() {
        assertThat(olm.execute("extension", "list", "--version")).isZero();

        assertThat(out.toString()).isEqualTo("olm " + BuildInfo.current().version() + System.lineSeparator());
    }

    @Test
    void shouldNeverCallABuildDevelopment() {
        assertThat(olm.execute("--version")).isZero();

        assertThat(out.toString()).matches("olm \\d+\\.\\d+\\.\\d+\\S*\\R");
    }
}
