package io.olm4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.cli.cluster.Samples;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** {@code olm cluster-upgrade check} against a cluster. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterUpgradeCheckIT {

    private final OlmCluster olm = OlmCluster.empty();
    private final OlmProcess program = OlmProcess.on(olm);

    @BeforeAll
    void install() throws Exception {
        var samples = new Samples(olm.cluster().registryHost());
        olm.apply(samples.installer());
        LimitedOperators.apply(olm, "\"4.19\"", "\"4.21\"");
        olm.apply(samples.clusterExtension());
        new Extensions(olm.client()).awaitInstalled("greeter", "1.0.0");
    }

    @Test
    void shouldNameTheBundleThatDoesNotSupportAVersionOfOpenShift() throws Exception {
        OlmProcess.Result result = program.run("cluster-upgrade", "check", "--to", "4.20");

        assertThat(result.exitCode()).as(result.errors()).isEqualTo(1);
        assertThat(result.output()).isEqualTo("""
                        EXTENSION   BUNDLE                    PROBLEM
                        greeter     greeter-operator.v1.0.0   supports OpenShift up to 4.19: upgrade it to a version that supports 4.20
                        """);
    }

    @Test
    void shouldSayThatNothingBreaks() throws Exception {
        OlmProcess.Result result = program.run("cluster-upgrade", "check", "--to", "4.19");

        assertThat(result.exitCode()).as(result.errors()).isZero();
        assertThat(result.output())
                .isEqualTo("none of 1 installed extensions breaks on OpenShift 4.19 (Kubernetes 1.32)\n");
    }

    @Test
    void shouldWarnOfABundleThatIsNotInstalledYet() throws Exception {
        olm.apply("""
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: nobody, namespace: greeter}
                ---
                apiVersion: olm.operatorframework.io/v1
                kind: ClusterExtension
                metadata: {name: waiting}
                spec:
                  namespace: greeter
                  serviceAccount: {name: nobody}
                  source:
                    sourceType: Catalog
                    catalog: {packageName: greeter-operator, version: 1.0.0}
                """);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> olm.client()
                                .resources(ClusterObjectSet.class)
                                .withName("waiting-1")
                                .get()
                        != null);

        OlmProcess.Result result = program.run("cluster-upgrade", "check", "--to", "4.20");

        olm.client().resources(ClusterExtension.class).withName("waiting").delete();
        assertThat(result.errors())
                .endsWith("olm: warning: waiting is not installed yet; its bundle greeter-operator.v1.0.0 would break:"
                        + " supports OpenShift up to 4.19: upgrade it to a version that supports 4.20\n");
        assertThat(result.output()).contains("greeter ").doesNotContain("waiting");
    }

    @Test
    void shouldNameObjectsThatAreWrittenInAnApiThatGoesAway() throws Exception {
        String revision = olm.client()
                .resources(ClusterObjectSet.class)
                .withName("greeter-1")
                .get()
                .getMetadata()
                .getUid();
        serveAnApiThatGoesAway();
        olm.apply("""
                apiVersion: storagemigration.k8s.io/v1beta1
                kind: StorageVersionMigration
                metadata:
                  name: greeter
                  labels:
                    app.kubernetes.io/managed-by: olm.operatorframework.io
                  annotations:
                    olm.operatorframework.io/revision-uid: %s
                """.formatted(revision));

        OlmProcess.Result result = program.run("cluster-upgrade", "check", "--to", "1.41", "-o", "json");

        assertThat(result.exitCode()).as(result.errors()).isEqualTo(1);
        assertThat(new ObjectMapper().readTree(result.output()).at("/0/message").asText())
                .isEqualTo("storagemigration.k8s.io/v1beta1 StorageVersionMigration was removed in Kubernetes 1.41, and"
                        + " these objects use it: greeter (by olm)");
        assertThat(program.run("cluster-upgrade", "check", "--to", "1.40").exitCode())
                .isZero();
    }

    /** The API server of the tests serves no API that goes away; a definition stands in for one. */
    private void serveAnApiThatGoesAway() {
        olm.apply("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata:
                  name: storageversionmigrations.storagemigration.k8s.io
                  annotations:
                    api-approved.kubernetes.io: "unapproved, for a test"
                spec:
                  group: storagemigration.k8s.io
                  scope: Cluster
                  names:
                    kind: StorageVersionMigration
                    plural: storageversionmigrations
                  versions:
                    - name: v1beta1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                """);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> olm.client().getApiResources("storagemigration.k8s.io/v1beta1") != null);
    }

    @Test
    void shouldRefuseWhatIsNoVersion() throws Exception {
        OlmProcess.Result result = program.run("cluster-upgrade", "check", "--to", "next");

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.errors())
                .contains("--to next is not a version of Kubernetes, such as 1.37, or of OpenShift, such as 4.20");
    }
}
