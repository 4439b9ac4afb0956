package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static io.olm4j.manifests.AliceAndBob.merge;
import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.testsupport.TestCluster;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may write a ClusterExtension that names a service account. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServiceAccountPolicyIT {

    private static final String EXTENSION = "with-service-account";
    private static final String NAMES_INSTALLER = "{\"spec\":{\"serviceAccount\":{\"name\":\"installer\"}}}";
    private static final String NAMES_CASHIER = NAMES_INSTALLER.replace("installer", "cashier");
    private static final String NAMES_NOBODY = "{\"spec\":{\"serviceAccount\":null}}";
    private static final String OTHER_VERSION = "{\"spec\":{\"source\":{\"catalog\":{\"version\":\"1.x\"}}}}";
    private static final String CONFIGURED =
            "{\"spec\":{\"config\":{\"configType\":\"Inline\",\"inline\":{\"a\":\"b\"}}}}";

    private final AliceAndBob users = new AliceAndBob(EXTENSION);
    private final KubernetesClient alice = users.alice;
    private final KubernetesClient bob = users.bob;
    private final KubernetesClient carol = users.carol;

    @AfterEach
    void removeExtension() {
        users.remove(EXTENSION);
    }

    @Test
    void shouldLetAWriterNameAServiceAccountThatHeMayImpersonate() {
        assertThat(resource(alice, EXTENSION).create().getMetadata().getUid()).isNotEmpty();
    }

    @Test
    void shouldRefuseAServiceAccountThatTheWriterMayNotImpersonate() {
        assertRefused(() -> resource(bob, EXTENSION).create(), "bob", "installer");
    }

    /** The ClusterRole edit of Kubernetes holds the permission to impersonate the service accounts of a namespace. */
    @Test
    void shouldLetAnEditorOfTheNamespaceNameItsServiceAccounts() {
        KubernetesClient erin = TestCluster.shared().cluster().clientForUser("erin");

        assertThat(resource(erin, EXTENSION).create().getMetadata().getUid()).isNotEmpty();
        assertForbidden(() -> resource(erin, "in-another-namespace").create(), "in namespace \"garage\"");
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
        assertRefused(() -> merge(bob, EXTENSION, NAMES_INSTALLER), "bob", "installer");
        assertThat(merge(alice, EXTENSION, NAMES_INSTALLER).getMetadata().getGeneration())
                .isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                NAMES_NOBODY,
                "{\"spec\":{\"serviceAccount\":null,\"source\":{\"catalog\":{\"version\":\"1.x\"}}}}"
            })
    void shouldRefuseToRemoveTheServiceAccountByAWriterWithoutImpersonate(String change) {
        // given
        resource(alice, EXTENSION).create();

        // then
        assertRefused(() -> merge(bob, EXTENSION, change), "bob", "installer");
        assertRefused(() -> merge(carol, EXTENSION, change), "carol", "installer");
    }

    @Test
    void shouldLetAWriterTakeTheServiceAccountOffThatHeMayImpersonate() {
        // given
        resource(alice, EXTENSION).create();

        // when
        merge(alice, EXTENSION, NAMES_NOBODY);

        // then
        assertRefused(() -> merge(carol, EXTENSION, NAMES_INSTALLER), "carol", "installer");
        assertRefused(() -> merge(alice, EXTENSION, NAMES_CASHIER), "alice", "cashier");
        assertThat(merge(carol, EXTENSION, NAMES_CASHIER).getMetadata().getGeneration())
                .isEqualTo(3);
    }

    @Test
    void shouldRefuseAChangeOfTheVersionOrTheConfigurationByAWriterWithoutImpersonate() {
        // given
        resource(alice, EXTENSION).create();

        // then
        assertRefused(() -> merge(bob, EXTENSION, OTHER_VERSION), "bob", "installer");
        assertRefused(() -> merge(bob, EXTENSION, CONFIGURED), "bob", "installer");
        merge(alice, EXTENSION, OTHER_VERSION);
        assertThat(merge(alice, EXTENSION, CONFIGURED).getMetadata().getGeneration())
                .isEqualTo(3);
    }

    @Test
    void shouldNotLookAtOtherLabels() {
        // given
        resource(alice, EXTENSION).create();

        // when
        GenericKubernetesResource written = merge(
                bob,
                EXTENSION,
                "{\"metadata\":{\"labels\":{\"team\":\"garage\"},\"annotations\":{\"team\":\"garage\"}}}");

        // then
        assertThat(written.getMetadata().getLabels()).containsEntry("team", "garage");
    }

    @Test
    void shouldPassTheTypeCheckOfTheControlPlane() {
        users.assertPassesTypeCheck("clusterextension-serviceaccount-impersonation");
    }

    private static void assertRefused(ThrowingCallable write, String user, String serviceAccount) {
        assertForbidden(
                write,
                ("spec.serviceAccount.name: user \"%s\" may not write an extension that is installed by the"
                                + " service account"
                                + " \"%s\" in namespace \"shop\"; it takes the permission to \"impersonate\" that"
                                + " service account,"
                                + " because the extension is installed with its rights")
                        .formatted(user, serviceAccount));
    }
}
