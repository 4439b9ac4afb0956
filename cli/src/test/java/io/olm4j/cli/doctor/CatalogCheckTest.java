package io.olm4j.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ClusterCatalog;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for {@link CatalogCheck}. */
class CatalogCheckTest {

    private static final Instant NOW = Instant.parse("2026-01-02T00:00:00Z");

    @Test
    void shouldBeOkWhenACatalogServesWhatItsSpecDeclares() {
        assertThat(check(catalog("Available", "Succeeded", "True", 3)))
                .containsExactly(new CheckResult.Ok("1 ClusterCatalog, each is served, switched off or new"));
    }

    @Test
    void shouldFindACatalogThatServesOldContent() {
        assertThat(check(catalog("Available", "Retrying", "True", 3)))
                .containsExactly(CheckResult.error(
                        "mails: it is stale, its content is of 2026-01-01T00:00:00Z, and for at least 3h there is:"
                                + " because",
                        "kubectl describe clustercatalog mails"));
    }

    @Test
    void shouldFindACatalogThatIsNotServedUnlessItIsSwitchedOff() {
        assertThat(check(catalog("Available", "Blocked", "False", 3)))
                .containsExactly(
                        CheckResult.error("mails: it is not served: because", "kubectl describe clustercatalog mails"));
        assertThat(check(catalog("Unavailable", "Succeeded", "False", 3))).hasOnlyElementsOfType(CheckResult.Ok.class);
    }

    @Test
    void shouldFindASpecThatIsNotObserved() {
        assertThat(check(catalog("Available", "Succeeded", "True", 2)))
                .containsExactly(CheckResult.error(
                        "mails: catalogd has not observed its spec for 120m", "kubectl describe clustercatalog mails"));
    }

    private static List<CheckResult> check(ClusterCatalog catalog) {
        return CatalogCheck.of(List.of(catalog), NOW);
    }

    private static ClusterCatalog catalog(String mode, String reason, String serving, long observed) {
        return Serialization.unmarshal("""
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterCatalog
                metadata:
                  name: mails
                  generation: 3
                  creationTimestamp: "2026-01-01T00:00:00Z"
                  managedFields:
                  - {manager: kubectl, operation: Apply, time: "2026-01-01T22:00:00Z"}
                  - {manager: catalogd, operation: Apply, subresource: status, time: "2026-01-01T21:00:00Z"}
                spec:
                  availabilityMode: %1$s
                  source: {type: Image, image: {ref: registry.example/mails}}
                status:
                  lastUnpacked: "2026-01-01T00:00:00Z"
                  conditions:
                  - {type: Progressing, status: "True", reason: %2$s, message: because, observedGeneration: %4$d,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                  - {type: Serving, status: "%3$s", reason: R, message: m, observedGeneration: %4$d,
                     lastTransitionTime: "2026-01-01T00:00:00Z"}
                """.formatted(mode, reason, serving, observed), ClusterCatalog.class);
    }
}
