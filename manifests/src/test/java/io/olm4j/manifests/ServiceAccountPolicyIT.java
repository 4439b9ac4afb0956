package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Who may write a ClusterExtension that names a service account. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceAccountPolicyIT {

    private static final String NAMES_INSTALLER = "{\"spec\":{\"serviceAccount\":{\"name\":\"installer\"}}}";
    private static final String NAMES_NOBODY = "{\"spec\":{\"serviceAccount\":null}}";
    private static final String OTHER_VERSION = "{\"spec\":{\"source\":{\"catalog\":{\"version\":\"1.x\"}}}}";
    private static final String CONFIGURED =
            "{\"spec\":{\"config\":{\"configType\":\"Inline\",\"inline\":{\"a\":\"b\"}}}}";

    private final AliceAndBob users = new AliceAndBob("with-service-account");
    private final KubernetesClient alice = users.alice;
    private final KubernetesClient bob = users.bob;

    @AfterEach
    void deleteExtension() {
        resource(users.admin, "with-service-account").delete();
    }

    @Test
    void shouldLetAWriterNameAServiceAccountThatHeMayImpersonate() {
        assertThat(resource(alice, "with-service-account")
                        .create()
                        .getMetadata()
                        .getUid())
                .isNotEmpty();
    }

    @Test
    void shouldRefuseAWriterWhoNamesAServiceAccountThatHeMayNotImpersonate() {
        assertRefused(() -> resource(bob, "with-service-account").create(), "bob", "installer");
    }

    @Test
    void shouldRefuseAServiceAccountOfTheSameNameInAnotherNamespace() {
        assertThatThrownBy(() -> resource(alice, "in-another-namespace").create())
                .hasMessageContaining("service account \"installer\" in namespace \"garage\"");
    }

    @Test
    void shouldLetAnyWriterLeaveTheServiceAccountOut() {
        assertThat(resource(bob, "without-service-account")
                        .create()
                        .getMetadata()
                        .getUid())
                .isNotEmpty();
    }

    @Test
    void shouldRefuseAServiceAccountNamedLater() {
        // given
        resource(bob, "without-service-account").create();

        // then
        assertRefused(() -> merge(bob, NAMES_INSTALLER), "bob", "installer");
        assertThat(merge(alice, NAMES_INSTALLER).getMetadata().getGeneration()).isEqualTo(2);
    }

    @Test
    void shouldRefuseToNameAgainWhatWasTakenBack() {
        // given
        resource(alice, "with-service-account").create();

        // when
        merge(bob, NAMES_NOBODY);

        // then
        assertRefused(() -> merge(bob, NAMES_INSTALLER), "bob", "installer");
    }

    @Test
    void shouldRefuseAChangeOfTheVersionOrTheConfigurationByAWriterWhoMayNotImpersonate() {
        // given
        resource(alice, "with-service-account").create();

        // then
        assertRefused(() -> merge(bob, OTHER_VERSION), "bob", "installer");
        assertRefused(() -> merge(bob, CONFIGURED), "bob", "installer");
        merge(alice, OTHER_VERSION);
        assertThat(merge(alice, CONFIGURED).getMetadata().getGeneration()).isEqualTo(3);
    }

    @Test
    void shouldNotLookAtWritesThatLeaveTheSpecAsItIs() {
        // given
        resource(alice, "with-service-account").create();

        // when
        merge(bob, "{\"metadata\":{\"finalizers\":[\"olm.operatorframework.io/test\"]}}");
        merge(bob, "{\"metadata\":{\"labels\":{\"team\":\"garage\"}}}");
        GenericKubernetesResource written = resource(bob, "with-service-account")
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"install\":{\"bundle\":{\"name\":\"a.v1\",\"version\":\"1.0.0\"}}}}");

        // then
        assertThat(written.getMetadata().getFinalizers()).containsExactly("olm.operatorframework.io/test");
        assertThat(written.<String>get("status", "install", "bundle", "name")).isEqualTo("a.v1");
        merge(bob, "{\"metadata\":{\"finalizers\":null}}");
    }

    @Test
    void shouldPassTheTypeCheckOfTheControlPlane() {
        users.assertPassesTypeCheck("clusterextension-serviceaccount-impersonation");
    }

    private static GenericKubernetesResource merge(KubernetesClient user, String patch) {
        return resource(user, "with-service-account").patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private static void assertRefused(ThrowingCallable write, String user, String serviceAccount) {
        assertForbidden(
                write,
                ("spec.serviceAccount.name: user \"%s\" may not write an extension that is installed by the service account"
                                + " \"%s\" in namespace \"shop\"; it takes the permission to \"impersonate\" that service account,"
                                + " because the extension is installed with its rights")
                        .formatted(user, serviceAccount));
    }
}
