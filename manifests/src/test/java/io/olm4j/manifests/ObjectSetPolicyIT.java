package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static io.olm4j.manifests.AliceAndBob.awaitGone;
import static io.olm4j.manifests.AliceAndBob.merge;
import static io.olm4j.manifests.AliceAndBob.owned;
import static io.olm4j.manifests.AliceAndBob.ownerReference;
import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may write and delete a ClusterObjectSet that names a service account. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObjectSetPolicyIT {

    private static final String SET = "object-set";
    private static final String NAMES_INSTALLER = """
            {"metadata":{"annotations":{"olm.operatorframework.io/service-account-namespace":"shop",
            "olm.operatorframework.io/service-account-name":"installer"}}}""";
    private static final String NAMES_CASHIER = NAMES_INSTALLER.replace("installer", "cashier");
    private static final String OWNED_BY_NOTHING = """
            {"metadata":{"ownerReferences":[{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole","name":"none",\
            "uid":"00000000-0000-4000-8000-000000000000"}]}}""";

    private final AliceAndBob users = new AliceAndBob(SET);
    private final KubernetesClient alice = users.alice;
    private final KubernetesClient bob = users.bob;
    private final KubernetesClient carol = users.carol;

    @AfterEach
    void removeSet() {
        users.remove(SET);
    }

    @Test
    void shouldLetAWriterNameAServiceAccountThatHeMayImpersonate() {
        assertThat(resource(alice, SET).create().getMetadata().getUid()).isNotEmpty();
    }

    @Test
    void shouldRefuseAServiceAccountThatTheWriterMayNotImpersonate() {
        assertRefused(() -> resource(bob, SET).create());
    }

    @Test
    void shouldRefuseAServiceAccountNamedLater() {
        // given
        resource(bob, "object-set-of-nobody").create();

        // then
        assertRefused(() -> merge(bob, SET, NAMES_INSTALLER));
        merge(alice, SET, NAMES_INSTALLER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"spec\":{\"lifecycleState\":\"Archived\"}}",
                "{\"spec\":{\"progressDeadlineMinutes\":10}}",
                "{\"metadata\":{\"labels\":{\"olm.operatorframework.io/owner-name\":\"other\"}}}",
                "{\"metadata\":{\"labels\":{\"olm.operatorframework.io/package-name\":null}}}",
                "{\"metadata\":{\"annotations\":{\"olm.operatorframework.io/bundle-version\":\"9.9.9\"}}}",
                "{\"metadata\":{\"annotations\":{\"olm.properties\":\"[]\"}}}",
                "{\"metadata\":{\"annotations\":{\"olm4j.io/replaced-by\":\"object-set\"}}}",
                "{\"metadata\":{\"finalizers\":[\"olm.operatorframework.io/test\"]}}",
                OWNED_BY_NOTHING
            })
    void shouldRefuseAChangeOfTheActionsOfTheServiceAccount(String change) {
        // given
        resource(alice, SET).create();

        // then
        assertRefused(() -> merge(bob, SET, change));
        merge(alice, SET, change);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"metadata\":{\"finalizers\":null}}", "{\"metadata\":{\"ownerReferences\":null}}"})
    void shouldRefuseToTakeOffWhatHoldsASet(String change) {
        // given
        GenericKubernetesResource set = owned(
                SET,
                ownerReference(
                        users.admin.rbac().clusterRoles().withName("admin").get(), true));
        set.getMetadata().setFinalizers(List.of("olm.operatorframework.io/test"));
        alice.resource(set).create();

        // then
        assertRefused(() -> merge(bob, SET, change));
        merge(alice, SET, change);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"\"", "\"cashier\""})
    void shouldRefuseToRemoveTheServiceAccountByAWriterWithoutImpersonate(String account) {
        // given
        resource(alice, SET).create();
        String change = ("{\"metadata\":{\"annotations\":{\"olm.operatorframework.io/service-account-name\":%s}},"
                        + "\"spec\":{\"lifecycleState\":\"Archived\"}}")
                .formatted(account);

        // then
        assertRefused(() -> merge(bob, SET, change));
        assertForbidden(() -> merge(carol, SET, change), "user \"carol\" may not write a set");
    }

    @Test
    void shouldLetAWriterTakeTheServiceAccountOffThatHeMayImpersonate() {
        // given
        resource(alice, SET).create();

        // then
        assertForbidden(() -> merge(alice, SET, NAMES_CASHIER), "written by the service account \"cashier\"");
        merge(alice, SET, "{\"metadata\":{\"annotations\":null}}");
        merge(carol, SET, NAMES_CASHIER);
    }

    @Test
    void shouldRefuseDeletionByAWriterWithoutImpersonate() {
        // given
        resource(alice, SET).create();
        String refusal =
                "metadata.annotations: user \"bob\" may not delete a set whose objects are written by the service"
                        + " account"
                        + " \"installer\" in namespace \"shop\"; it takes the permission to \"impersonate\" that"
                        + " service account,"
                        + " because the objects are removed with its rights";

        // then
        assertForbidden(() -> resource(bob, SET).delete(), refusal);
        assertForbidden(
                () -> bob.genericKubernetesResources("olm.operatorframework.io/v1", "ClusterObjectSet")
                        .delete(),
                refusal);
        resource(alice, SET).delete();
        awaitGone(resource(users.admin, SET));
    }

    @ParameterizedTest
    @CsvSource({
        "namespace, shop/x, a namespace",
        "namespace, ../shop, a namespace",
        "namespace, Shop, a namespace",
        "name, ../../garage/serviceaccounts/installer, a service account",
        "name, installer?x, a service account",
        "name, installer., a service account"
    })
    void shouldRefuseAnAnnotationThatIsNoName(String annotation, String value, String notName) {
        // given
        resource(alice, SET).create();

        // then
        assertThatThrownBy(() -> merge(
                        users.admin,
                        SET,
                        "{\"metadata\":{\"annotations\":{\"olm.operatorframework.io/service-account-%s\":\"%s\"}}}"
                                .formatted(annotation, value)))
                .hasMessageContaining(
                        ("metadata.annotations: olm.operatorframework.io/service-account-%s is not the name of %s:"
                                        + " set it to")
                                .formatted(annotation, notName));
    }

    @Test
    void shouldNotLookAtOtherLabels() {
        // given
        resource(alice, SET).create();

        // when
        GenericKubernetesResource written = merge(
                bob, SET, "{\"metadata\":{\"labels\":{\"team\":\"garage\"},\"annotations\":{\"team\":\"garage\"}}}");

        // then
        assertThat(written.getMetadata().getLabels()).containsEntry("team", "garage");
    }

    @Test
    void shouldLetTheGarbageCollectorDeleteASetWhoseOwnerIsGone() {
        // given
        resource(alice, SET).create();

        // when
        merge(alice, SET, OWNED_BY_NOTHING);

        // then
        awaitGone(resource(users.admin, SET));
    }

    @Test
    void shouldPassTheTypeCheckOfTheControlPlane() {
        users.assertPassesTypeCheck("clusterobjectset-serviceaccount-impersonation");
    }

    private static void assertRefused(ThrowingCallable write) {
        assertForbidden(
                write,
                "metadata.annotations: user \"bob\" may not write a set whose objects are written by the service"
                        + " account"
                        + " \"installer\" in namespace \"shop\"; it takes the permission to \"impersonate\" that"
                        + " service account,"
                        + " because the objects are written with its rights");
    }
}
