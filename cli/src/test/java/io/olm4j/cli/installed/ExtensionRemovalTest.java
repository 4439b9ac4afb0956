package io.olm4j.cli.installed;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.kube.Progress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests for {@link ExtensionRemoval}. */
class ExtensionRemovalTest {

    @ParameterizedTest
    @CsvSource({"Deleting, why", "InUse, why", "Succeeded, ''", "Retrying, ''", "AwaitingApproval, ''"})
    void shouldShowOnlyWhatTheControllerSaysAboutTheDeletion(String reason, String shown) {
        ClusterExtension extension = Serialization.unmarshal("""
            {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension",
            "metadata":{"name":"mail","uid":"u-1","generation":2,"creationTimestamp":"2026-01-01T00:00:00Z",
            "deletionTimestamp":"2026-01-02T00:00:00Z"},
            "status":{"conditions":[
            {"type":"Progressing","status":"True","reason":"%s","message":"why","observedGeneration":1}]}}
            """.formatted(reason), ClusterExtension.class);

        assertThat(new ExtensionRemoval.State("u-1").of(extension)).isEqualTo(new Progress.Pending(shown));
    }
}
