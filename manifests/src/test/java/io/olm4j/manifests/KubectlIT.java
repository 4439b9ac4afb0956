package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.localcluster.Kubectl;
import io.olm4j.testsupport.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a user of kubectl does with the manifests, and sees of the three kinds. */
class KubectlIT {

    private final Kubectl kubectl = TestCluster.shared().cluster().kubectl();

    @BeforeAll
    static void applyManifests() {
        TestCluster.shared().reset();
        Manifests.apply(TestCluster.shared().client());
    }

    @Test
    void shouldApplyTheKustomization() {
        // when
        Kubectl.Result result = kubectl.run(
                "apply",
                "--server-side",
                "--force-conflicts",
                "-k",
                Path.of("").toAbsolutePath().toString());

        // then
        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(result.output().lines())
                .contains(
                        "namespace/olmv1-system serverside-applied",
                        "customresourcedefinition.apiextensions.k8s.io/clusterextensions.olm.operatorframework.io"
                                + " serverside-applied",
                        "validatingadmissionpolicy.admissionregistration.k8s.io/"
                                + "clusterextension-serviceaccount-impersonation"
                                + " serverside-applied");
    }

    @ParameterizedTest
    @ValueSource(strings = {"clustercatalog", "clusterextension"})
    void shouldTakeTheSamples(String file) {
        // when
        Kubectl.Result result = kubectl.run("apply", "--dry-run=server", "-f", "samples/greeter/" + file + ".yaml");

        // then
        assertThat(result.exitCode()).as(result.output()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            clustercatalogs   | NAME LASTUNPACKED SERVING REASON AGE
            clusterextensions | NAME INSTALLED BUNDLE VERSION INSTALLED PROGRESSING REASON AGE
            clusterobjectsets | NAME AVAILABLE PROGRESSING VERSION LIFECYCLE AGE
            """)
    void shouldPrintTheStateAtAGlance(String resource, String header) {
        // given
        String kind = resource.substring(0, resource.length() - 1);
        String object = ValidationTable.of(kind).valid().getFirst().object().toString();
        String named = object.replaceFirst("\\{", "{\"metadata\":{\"name\":\"printed\"},");
        assertThat(kubectl.runWithInput(named, "apply", "-f", "-").output()).contains("printed");

        // when
        List<String> lines =
                kubectl.run("get", resource, "printed").output().lines().toList();

        // then
        assertThat(lines.getFirst().replaceAll(" +", " ").strip()).isEqualTo(header);
        assertThat(lines.getLast()).startsWith("printed");
        kubectl.run("delete", resource, "printed");
    }

    @Test
    void shouldExplainAField() {
        // The API server publishes the schema of a CRD a moment after it serves the kind.
        await().atMost(Duration.ofMinutes(2))
                .untilAsserted(() -> assertThat(kubectl.run("explain", "clusterextension.spec.serviceAccount")
                                .output()
                                .replaceAll("\\s+", " "))
                        .contains("Every object of the package is created, patched and deleted with a token"
                                + " of that account"));
    }
}
