package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.olm4j.localcluster.Kubectl;
import io.olm4j.testsupport.TestCluster;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the definitions of the experimental overlay admit beyond the others. */
class ExperimentalDefinitionsIT {

    private static final String NAMELESS = """
            {"apiVersion":"olm.operatorframework.io/v1","kind":"ClusterExtension","metadata":{"name":"nameless"},
             "spec":{"source":{"sourceType":"Catalog","catalog":{"packageName":"p"}}}}""";
    private static final String NAMED =
            NAMELESS.replace("\"spec\":{", "\"spec\":{\"namespace\":\"shop\",").replace("nameless", "named");

    private static final Kubectl KUBECTL = TestCluster.shared().cluster().kubectl();

    @BeforeAll
    static void applyOverlay() {
        TestCluster.shared().reset();
        Manifests.apply(TestCluster.shared().client());
        assertThat(create(NAMELESS).output()).contains("spec.namespace: Required value");
        Manifests.applyOverlay("experimental");
    }

    private static Kubectl.Result create(String object) {
        return KUBECTL.runWithInput(object, "create", "-f", "-");
    }

    @Test
    void shouldLetTheNamespaceBeLeftOutForGood() {
        // given
        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(() -> assertThat(create(NAMELESS).exitCode()).isZero());
        assertThat(create(NAMED).exitCode()).isZero();

        // when
        Kubectl.Result added = patch("nameless", "{\"spec\":{\"namespace\":\"shop\"}}");
        Kubectl.Result removed = patch("named", "{\"spec\":{\"namespace\":null}}");
        Kubectl.Result changed = patch("named", "{\"spec\":{\"namespace\":\"other\"}}");
        Kubectl.Result other = patch("nameless", "{\"spec\":{\"source\":{\"catalog\":{\"version\":\"1.x\"}}}}");

        // then
        assertThat(added.output())
                .contains("namespace presence is immutable; it cannot be added or removed after creation");
        assertThat(removed.output())
                .contains("namespace presence is immutable; it cannot be added or removed after creation");
        assertThat(changed.output()).contains("namespace is immutable");
        assertThat(other.exitCode()).as(other.output()).isZero();
    }

    /** An account without a namespace could be one of any namespace. */
    @Test
    void shouldTakeThePermissionInAllNamespacesToNameAnAccountWithoutANamespace() {
        String withAccount = NAMELESS.replace("nameless", "with-account")
                .replace("\"spec\":{", "\"spec\":{\"serviceAccount\":{\"name\":\"installer\"},");
        String account = "impersonator";
        KUBECTL.run(
                "create", "clusterrole", account, "--verb=*", "--resource=clusterextensions.olm.operatorframework.io");
        KUBECTL.run("create", "clusterrolebinding", account, "--clusterrole=" + account, "--user=olga");

        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(() -> assertThat(
                                KUBECTL.runWithInput(withAccount, "create", "--as=olga", "--dry-run=server", "-f", "-")
                                        .output())
                        .contains("it takes the permission to \"impersonate\" that service account"));
        await().atMost(AliceAndBob.PATIENCE)
                .untilAsserted(
                        () -> assertThat(KUBECTL.runWithInput(withAccount, "create", "--dry-run=server", "-f", "-")
                                        .exitCode())
                                .isZero());
    }

    private static Kubectl.Result patch(String name, String patch) {
        return KUBECTL.run("patch", "clusterextension", name, "--type=merge", "-p", patch);
    }
}
