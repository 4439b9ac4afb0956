package io.olm4j.cli.catalogchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterCatalog;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link CatalogProgress}. */
class CatalogProgressTest {

    @ParameterizedTest
    @CsvSource({
        "Succeeded, True, 2, 'Reached[result=]'",
        "Succeeded, True, 1, 'Pending[message=catalogd has not observed the current generation yet]'",
        "Succeeded, False, 2, 'Pending[message=Succeeded: because]'",
        "Retrying, True, 2, 'Pending[message=Retrying: because]'",
        "Blocked, True, 2, 'Impossible[message=because]'"
    })
    void shouldCountOnlyTheCurrentGeneration(String reason, String serving, long observed, String expected)
            throws IOException {
        ObjectMapper yaml = new YAMLMapper();
        ClusterCatalog catalog =
                yaml.readValue("""
                    apiVersion: olm.operatorframework.io/v1
                    kind: ClusterCatalog
                    metadata: {name: mails, generation: 2}
                    spec: {source: {type: Image, image: {ref: "example.com/mails:v1"}}}
                    status:
                      conditions:
                      - {type: Progressing, status: "True", reason: %s, message: because, observedGeneration: %d,
                         lastTransitionTime: "2026-01-01T00:00:00Z"}
                      - {type: Serving, status: "%s", reason: R, message: m, observedGeneration: %d,
                         lastTransitionTime: "2026-01-01T00:00:00Z"}
                    """.formatted(reason, observed, serving, observed), ClusterCatalog.class);

        assertThat(CatalogProgress.of(catalog)).hasToString(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "old, old, Available, 'Pending[message=catalogd has not looked up the image yet]'",
        "new, old, Available, 'Pending[message=catalogd has not looked up the image yet]'",
        "new, new, Available, 'Reached[result=]'",
        "newer, new, Available, 'Pending[message=catalogd has not looked up the image yet]'",
        "newer, newer, Available, 'Reached[result=]'",
        "new, old, Unavailable, 'Impossible[message=it is disabled]'"
    })
    void shouldBelieveTheStatusOnlyAfterTheRequestedLookUp(
            String requested, String handled, String mode, String expected) throws IOException {
        ObjectMapper yaml = new YAMLMapper();
        ClusterCatalog catalog = yaml.readValue("""
                    apiVersion: olm.operatorframework.io/v1
                    kind: ClusterCatalog
                    metadata:
                      name: mails
                      generation: 2
                      annotations: {olm4j.io/refresh-requested: %s, olm4j.io/refresh-handled: %s}
                    spec: {source: {type: Image, image: {ref: "example.com/mails:v1"}}, availabilityMode: %s}
                    status:
                      conditions:
                      - {type: Progressing, status: "True", reason: Succeeded, message: m, observedGeneration: 2,
                         lastTransitionTime: "2026-01-01T00:00:00Z"}
                      - {type: Serving, status: "True", reason: Available, message: m, observedGeneration: 2,
                         lastTransitionTime: "2026-01-01T00:00:00Z"}
                    """.formatted(requested, handled, mode), ClusterCatalog.class);

        assertThat(CatalogProgress.ofRefresh(catalog, Optional.of("old"))).hasToString(expected);
    }
}
