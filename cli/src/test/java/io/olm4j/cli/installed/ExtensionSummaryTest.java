package io.olm4j.cli.installed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterExtensionStatus.ActiveRevision;
import io.olm4j.cli.kube.Progress;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class ExtensionSummaryTest {

    private static final ObjectMapper YAML = new YAMLMapper();

    @ParameterizedTest
    @CsvSource({
        "True, Succeeded, True, 3, Healthy",
        "True, Succeeded, False, 3, Degraded",
        "True, Succeeded, Unknown, 3, Unknown",
        "True, RollingOut, True, 3, Upgrading",
        "True, Retrying, True, 3, Retrying",
        "False, Blocked, True, 3, Blocked",
        "False, AwaitingApproval, True, 3, AwaitingApproval",
        "False, ProgressDeadlineExceeded, True, 3, Blocked",
        "True, Succeeded, True, 2, Pending"
    })
    void shouldSayTheStateInOneWordForTheObservedGeneration(
            String progressing, String reason, String available, long observed, String expected) throws Exception {
        ClusterExtension extension = extension(progressing, reason, available, observed);

        assertThat(ExtensionSummary.of(extension).health()).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"False, 1, Degraded", "True, 1, Upgrading", "False, 2, Upgrading"})
    void shouldTellABrokenInstallationFromAnUpgrade(String available, int revisions, String expected) throws Exception {
        ClusterExtension extension = extension("True", "RollingOut", available, 3);
        ClusterExtensionStatus status = extension.getStatus();
        extension.setStatus(new ClusterExtensionStatus(
                status.conditions(),
                status.install(),
                IntStream.rangeClosed(1, revisions)
                        .mapToObj(number -> new ActiveRevision("mail-" + number, List.of()))
                        .toList()));

        assertThat(ExtensionSummary.of(extension).health()).isEqualTo(expected);
    }

    @Test
    void shouldReadTheUpdateFromItsCondition() throws Exception {
        ExtensionSummary summary = ExtensionSummary.of(extension("True", "Succeeded", "True", 3));

        assertThat(summary.update())
                .contains(new ExtensionSummary.UpdateSummary("1.1.0", "mail.v1.1.0", "mails", Optional.of("version")));
        assertThat(summary.catalog()).contains("mails");
        assertThat(summary.version()).contains("1.0.0");
    }

    @Test
    void shouldGiveUpOnlyWhenAUserHasToChangeSomething() throws Exception {
        var installed = new AwaitedState(Optional.empty());

        assertThat(installed.of(extension("True", "Succeeded", "True", 3))).isEqualTo(new Progress.Reached("1.0.0"));
        assertThat(installed.of(extension("True", "Retrying", "True", 3)))
                .isEqualTo(new Progress.Pending("Retrying: because"));
        assertThat(installed.of(extension("False", "Blocked", "True", 3)))
                .isEqualTo(new Progress.Impossible("because"));
        assertThat(new AwaitedState(Optional.of("1.0.0")).of(extension("True", "Succeeded", "True", 3)))
                .isEqualTo(new Progress.Reached("1.0.0"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"AwaitingApproval", "Blocked", "RollingOut", "Retrying"})
    void shouldReachAVersionThatIsInstalledWhateverFollowsIt(String reason) throws Exception {
        ClusterExtension extension = extension("True", reason, "False", 3);

        assertThat(awaited("version=1.0.0").of(extension)).isEqualTo(new Progress.Reached("1.0.0"));
        assertThat(awaited("version=1.1.0").of(extension)).isNotInstanceOf(Progress.Reached.class);
        assertThat(awaited("installed").of(extension)).isNotInstanceOf(Progress.Reached.class);
    }

    @Test
    void shouldNotReachAVersionWhenTheStatusIsOfAnEarlierSpec() throws Exception {
        assertThat(awaited("version=1.0.0").of(extension("True", "Succeeded", "True", 2)))
                .isInstanceOf(Progress.Pending.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"version=abc", "version=", "version=1.x", "deleted"})
    void shouldRefuseAStateThatNoExtensionCanHave(String state) {
        assertThatThrownBy(() -> awaited(state)).isInstanceOf(TypeConversionException.class);
    }

    private static AwaitedState awaited(String state) {
        return new AwaitedState.Converter().convert(state);
    }

    private static ClusterExtension extension(String progressing, String reason, String available, long observed)
            throws Exception {
        return YAML.readValue("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: mail, generation: 3, creationTimestamp: "2026-01-01T00:00:00Z"}
                spec:
                  namespace: mail
                  source:
                    sourceType: Catalog
                    catalog:
                      packageName: mail
                      selector: {matchLabels: {olm.operatorframework.io/metadata.name: mails}}
                status:
                  install: {bundle: {name: mail.v1.0.0, version: 1.0.0}}
                  conditions:
                  - {type: Installed, status: "True", reason: Succeeded, message: m, observedGeneration: %4$d,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                  - {type: Progressing, status: "%1$s", reason: %2$s, message: because, observedGeneration: %4$d,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                  - {type: Available, status: "%3$s", reason: R, message: m, observedGeneration: %4$d,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                  - type: UpdateAvailable
                    status: "True"
                    reason: HeldBackByVersion
                    message: version 1.1.0 (bundle "mail.v1.1.0" of catalog "mails") is held back by something
                    observedGeneration: %4$d
                    lastTransitionTime: "2026-01-01T00:00:00Z"
                """.formatted(progressing, reason, available, observed), ClusterExtension.class);
    }
}
