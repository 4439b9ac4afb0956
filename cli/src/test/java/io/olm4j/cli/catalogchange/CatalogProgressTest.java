package io.olm4j.cli.catalogchange;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ClusterCatalog;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link CatalogProgress}. */
class CatalogProgressTest {

    @ParameterizedTest
    @CsvSource({
        "Succeeded, True, 2, 'Served[]'",
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
}
