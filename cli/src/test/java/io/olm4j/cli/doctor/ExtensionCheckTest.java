package io.olm4j.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.doctor.CheckResult.Finding;
import io.olm4j.oci.pullsecrets.NamespacedName;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link ExtensionCheck}. */
class ExtensionCheckTest {

    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Blocked          | 3 | mail: Blocked: because                     | olm plan mail",
                "Retrying         | 3 | mail: Retrying for at least 3h: because    | olm extension describe mail",
                "AwaitingApproval | 3 | mail: AwaitingApproval: because            | olm extension approve mail",
                "RollingOut       | 3 | mail: Upgrading for 3h: because            | olm extension describe mail",
            })
    void shouldFindWhatWaitsForAUserOrLastsTooLong(String reason, long observed, String what, String next) {
        assertThat(check(extension(reason, observed, "False"), NOW))
                .singleElement()
                .isInstanceOfSatisfying(Finding.class, finding -> {
                    assertThat(finding.what()).isEqualTo(what);
                    assertThat(finding.next()).isEqualTo(next);
                });
    }

    @Test
    void shouldBeOkWhenItIsHealthyOrJustBegan() {
        assertThat(check(extension("Succeeded", 3, "False"), NOW)).hasOnlyElementsOfType(CheckResult.Ok.class);
        assertThat(check(extension("RollingOut", 3, "False"), Instant.parse("2026-01-01T21:05:00Z")))
                .hasOnlyElementsOfType(CheckResult.Ok.class);
    }

    @Test
    void shouldFindASpecThatTheControllerHasNotObserved() {
        assertThat(check(extension("Succeeded", 2, "False"), NOW))
                .containsExactly(CheckResult.error(
                        "mail: Pending for 120m: operator-controller has not observed the current generation yet",
                        "olm extension describe mail"));
    }

    @Test
    void shouldWarnOfADeprecation() {
        assertThat(check(extension("Succeeded", 3, "True"), NOW))
                .containsExactly(CheckResult.warning("mail: Deprecated=True: old", "olm extension describe mail"));
    }

    @Test
    void shouldFindAServiceAccountThatDoesNotExist() {
        assertThat(ExtensionCheck.ofAccounts(Set.of(new NamespacedName("mail", "installer"))))
                .singleElement()
                .isInstanceOfSatisfying(
                        Finding.class,
                        finding -> assertThat(finding.next())
                                .isEqualTo("olm rbac BUNDLE-IMAGE --install-namespace mail --service-account installer"
                                        + " | kubectl apply -f -"));
        assertThat(ExtensionCheck.ofAccounts(Set.of())).hasOnlyElementsOfType(CheckResult.Ok.class);
    }

    private static List<CheckResult> check(ClusterExtension extension, Instant now) {
        return ExtensionCheck.of(List.of(extension), now);
    }

    private static ClusterExtension extension(String reason, long observed, String deprecated) {
        return Serialization.unmarshal("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata:
                  name: mail
                  generation: 3
                  creationTimestamp: "2026-01-01T00:00:00Z"
                  managedFields:
                  - {manager: kubectl, operation: Apply, time: "2026-01-01T22:00:00Z"}
                  - {manager: olm, operation: Apply, subresource: status, time: "2026-01-01T21:00:00Z"}
                spec: {namespace: mail, source: {sourceType: Catalog, catalog: {packageName: mail}}}
                status:
                  install: {bundle: {name: mail.v1.0.0, version: 1.0.0}}
                  conditions:
                  - {type: Installed, status: "True", reason: Succeeded, message: m, observedGeneration: %2$d,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                  - {type: Progressing, status: "True", reason: %1$s, message: because, observedGeneration: %2$d,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                  - {type: Available, status: "True", reason: R, message: m, observedGeneration: %2$d,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                  - {type: Deprecated, status: "%3$s", reason: R, message: old, observedGeneration: %2$d,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                """.formatted(reason, observed, deprecated), ClusterExtension.class);
    }
}
