package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.localcluster.Kubectl;
import io.olm4j.testsupport.TestCluster;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The optional definition of OperatorConditions. */
class OperatorConditionDefinitionIT {

    private static final String OURS = """
            {"apiVersion":"operators.coreos.com/v2","kind":"OperatorCondition","metadata":{"name":"p.v1","namespace":"default"},
             "spec":{"serviceAccounts":["manager"],"deployments":["manager"]}}""";
    private static final String OPERATORS = """
            {"spec":{"conditions":[{"type":"Upgradeable","status":"False","reason":"Busy","message":"wait",
             "lastTransitionTime":"2026-01-01T00:00:00Z"}]}}""";

    private static final Kubectl KUBECTL = TestCluster.shared().cluster().kubectl();

    @BeforeAll
    static void applyDefinition() {
        TestCluster.shared().reset();
        Kubectl.Result result =
                KUBECTL.run("apply", "-k", Path.of("optional").toAbsolutePath().toString());
        assertThat(result.exitCode()).as(result.output()).isZero();
    }

    @Test
    void shouldKeepWhatTheOperatorSaysWhenItIsAppliedAgain() {
        // given
        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(() -> assertThat(apply().exitCode()).isZero());
        Kubectl.Result said =
                KUBECTL.run("patch", "operatorcondition", "p.v1", "--type=merge", "-p", OPERATORS.replace("\n", ""));
        assertThat(said.exitCode()).as(said.output()).isZero();

        // when
        Kubectl.Result again = apply();

        // then
        assertThat(again.exitCode()).as(again.output()).isZero();
        assertThat(KUBECTL.run("get", "operatorcondition", "p.v1").output().replaceAll(" +", " "))
                .contains("NAME UPGRADEABLE OVERRIDE AGE", "p.v1 False");
    }

    private static Kubectl.Result apply() {
        return KUBECTL.runWithInput(
                OURS, "apply", "--server-side", "--field-manager=olm.operatorframework.io", "-f", "-");
    }
}
