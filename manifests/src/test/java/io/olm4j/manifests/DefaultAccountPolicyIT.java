package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static io.olm4j.manifests.AliceAndBob.merge;
import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who may write and delete extensions and sets that name no service account, where there is a default one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DefaultAccountPolicyIT {

    private static final String EXTENSION = "without-service-account";
    private static final String SET = "object-set-of-nobody";
    private static final String IS_CASHIER = """
            {"metadata":{"annotations":{"olm.operatorframework.io/default-service-account-namespace":"shop",\
            "olm.operatorframework.io/default-service-account-name":"cashier"}}}""";
    private static final String IS_NONE =
            "{\"metadata\":{\"annotations\":{\"olm.operatorframework.io/default-service-account-name\":null}}}";

    private final AliceAndBob users = new AliceAndBob("with-service-account");
    private final KubernetesClient alice = users.alice;
    private final KubernetesClient carol = users.carol;

    @BeforeEach
    void setDefault() {
        setDefault(IS_CASHIER);
        await().atMost(AliceAndBob.PATIENCE).untilAsserted(() -> {
            assertThatThrownBy(() -> resource(alice, EXTENSION).dryRun().create())
                    .isInstanceOf(KubernetesClientException.class);
            assertThatThrownBy(() -> resource(alice, SET).dryRun().create())
                    .isInstanceOf(KubernetesClientException.class);
        });
    }

    @AfterEach
    void removeObjects() {
        users.remove(EXTENSION);
        users.remove(SET);
    }

    @ParameterizedTest
    @CsvSource({
        EXTENSION + ", an extension that is installed",
        SET + ", a set whose objects are written",
    })
    void shouldRefuseToCreateAndDeleteWhatTheDefaultAccountInstalls(String file, String what) {
        String refusal = what + " by the service account \"cashier\" in namespace \"shop\"";

        assertForbidden(() -> resource(alice, file).create(), "may not write " + refusal);
        resource(carol, file).create();
        assertForbidden(() -> resource(alice, file).delete(), "may not delete " + refusal);
        resource(carol, file).delete();
    }

    /**
     * Cleared with a change of the version, then named again: the change would have been made with the default
     * account's rights.
     */
    @Test
    void shouldRefuseToClearTheServiceAccountOfAnExtension() {
        // given
        resource(alice, "with-service-account").create();
        String change = "{\"spec\":{\"serviceAccount\":null,\"source\":{\"catalog\":{\"version\":\"1.x\"}}}}";

        // then
        assertForbidden(
                () -> merge(alice, EXTENSION, change),
                "installed by the service account \"cashier\" in namespace \"shop\"");
        assertForbidden(
                () -> merge(carol, EXTENSION, change),
                "installed by the service account \"installer\" in namespace \"shop\"");
        assertForbidden(
                () -> merge(users.bob, EXTENSION, change),
                "installed by the service account \"installer\" in namespace \"shop\"");
    }

    @ParameterizedTest
    @CsvSource({"name", "namespace"})
    void shouldRefuseToClearTheServiceAccountOfASet(String part) {
        // given
        resource(alice, "object-set").create();
        String change = "{\"metadata\":{\"annotations\":{\"olm.operatorframework.io/service-account-%s\":\"\"}}}"
                .formatted(part);

        // then
        assertForbidden(
                () -> merge(alice, SET, change), "written by the service account \"cashier\" in namespace \"shop\"");
        assertForbidden(
                () -> merge(carol, SET, change), "written by the service account \"installer\" in namespace \"shop\"");
    }

    @Test
    void shouldLetAnyWriterWriteWhatNoAccountInstallsWhenTheDefaultIsTakenBack() {
        // when
        setDefault(IS_NONE);

        // then
        await().atMost(AliceAndBob.PATIENCE).untilAsserted(() -> {
            assertThat(resource(users.bob, EXTENSION).dryRun().create()).isNotNull();
            assertThat(resource(users.bob, SET).dryRun().create()).isNotNull();
        });
    }

    @Test
    void shouldRefuseEveryWriteWithoutTheParameterObject() {
        // given
        ServiceAccount defaults = parameters().get();

        // when
        parameters().delete();

        // then
        await().atMost(AliceAndBob.PATIENCE).untilAsserted(() -> {
            assertThatThrownBy(() -> resource(carol, EXTENSION).dryRun().create())
                    .hasMessageContaining("no params found");
            assertThatThrownBy(() -> resource(carol, SET).dryRun().create()).hasMessageContaining("no params found");
        });
        defaults.getMetadata().setResourceVersion(null);
        users.admin.resource(defaults).create();
        await().atMost(AliceAndBob.PATIENCE)
                .ignoreException(KubernetesClientException.class)
                .until(() -> resource(carol, EXTENSION).dryRun().create() != null);
    }

    private Resource<ServiceAccount> parameters() {
        return users.admin
                .serviceAccounts()
                .inNamespace("olmv1-system")
                .withName("operator-controller-controller-manager");
    }

    private void setDefault(String patch) {
        parameters().patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }
}
