package io.olm4j.cli.extension;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.extension.StatusCommand.ShortStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link StatusCommand}. */
class StatusCommandTest {

    private static final ObjectMapper YAML = new YAMLMapper();

    @Test
    void shouldShowAllLinesOfAMessageWhenADependencyIsNotMet() throws IOException {
        assertThat(status(
                        "Blocked",
                        "a dependency is not met:\\n- it requires the API Queue\\nTo do without: x",
                        "UpToDate"))
                .isEqualTo("""
                        mail: version 1.0.0 of package mail, Blocked
                          update: 1.1.0
                          problem: a dependency is not met: it requires the API Queue; To do without: x
                          next: olm plan mail
                        """);
    }

    @ParameterizedTest
    @CsvSource({
        "HeldBackByVersion, version, olm extension update mail --version 1.1.0",
        "HeldBackByChannel, channel, olm extension explain mail --version 1.1.0"
    })
    void shouldNameTheNextCommandWhenTheSpecHoldsAnUpdateBack(String reason, String by, String command)
            throws IOException {
        assertThat(status("Succeeded", "done", reason)).isEqualTo("""
                mail: version 1.0.0 of package mail, Healthy
                  update: 1.1.0 (held back by %s)
                  next: %s
                """.formatted(by, command));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Blocked  | spec.serviceAccount is missing | olm plan mail",
                "Retrying | the registry does not answer   | olm plan mail",
                "Retrying | no bundles found for package 'mail' matching version '1.0.5' | olm extension update mail"
                        + " --version 1.1.0"
            })
    void shouldAdviseToLiftThePinOnlyWhenThePinIsTheCause(String health, String message, String command)
            throws IOException {
        assertThat(status(health, message, "HeldBackByVersion")).isEqualTo("""
                mail: version 1.0.0 of package mail, %s
                  update: 1.1.0 (held back by version)
                  problem: %s
                  next: %s
                """.formatted(health, message, command));
    }

    private static String status(String progressing, String message, String update) throws IOException {
        ClusterExtension extension =
                YAML.readValue("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: mail, generation: 1, creationTimestamp: "2026-01-01T00:00:00Z"}
                spec:
                  namespace: mail
                  source: {sourceType: Catalog, catalog: {packageName: mail}}
                status:
                  conditions:
                  - {type: Progressing, status: "True", reason: %s, message: "%s", observedGeneration: 1,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                  - {type: Available, status: "True", reason: Ready, message: ready, observedGeneration: 1,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                  - type: UpdateAvailable
                    status: "True"
                    reason: %s
                    message: version 1.1.0 (bundle "mail.v1.1.0" of catalog "mails") is held back by something
                    observedGeneration: 1
                    lastTransitionTime: "2026-01-01T00:00:00Z"
                  install: {bundle: {name: mail.v1.0.0, version: 1.0.0}}
                """.formatted(progressing, message, update), ClusterExtension.class);
        var text = new StringWriter();
        ShortStatus.of(extension).print(new PrintWriter(text));
        return text.toString();
    }
}
