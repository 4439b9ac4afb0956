package io.olm4j.manifests;

import static io.olm4j.manifests.AliceAndBob.assertForbidden;
import static io.olm4j.manifests.AliceAndBob.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.localcluster.TestCluster;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may write a ClusterObjectSet that names a service account, and make it a revision of an extension. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObjectSetPolicyIT {

    private static final String SET = "object-set";
    private static final String OF_ARGOCD = "object-set-of-argocd";
    private static final String NAMES_INSTALLER = """
            {"metadata":{"annotations":{"olm.operatorframework.io/service-account-namespace":"shop",
            "olm.operatorframework.io/service-account-name":"installer"}}}""";

    private final AliceAndBob users = new AliceAndBob(SET);
    private final KubernetesClient alice = users.alice;
    private final KubernetesClient bob = users.bob;
    private final KubernetesClient mallory = users.mallory;

    /** The API server goes by new policies and roles a moment after they were stored. */
    @BeforeAll
    void awaitMallorysRights() {
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            resource(mallory, SET).dryRun().create();
            assertThatThrownBy(() -> resource(mallory, OF_ARGOCD).dryRun().create())
                    .hasMessageContaining("ValidatingAdmissionPolicy");
        });
    }

    @AfterEach
    void deleteSet() {
        resource(users.admin, SET).delete();
    }

    @Test
    void shouldLetAWriterNameAServiceAccountThatHeMayImpersonate() {
        assertThat(resource(alice, SET).create().getMetadata().getUid()).isNotEmpty();
    }

    @Test
    void shouldRefuseAWriterWhoNamesAServiceAccountThatHeMayNotImpersonate() {
        assertRefused(() -> resource(bob, SET).create());
    }

    @Test
    void shouldRefuseAServiceAccountNamedLater() {
        // given
        resource(bob, "object-set-of-nobody").create();

        // then
        assertRefused(() -> merge(bob, NAMES_INSTALLER));
        merge(alice, NAMES_INSTALLER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"spec\":{\"lifecycleState\":\"Archived\"}}",
                "{\"spec\":{\"progressDeadlineMinutes\":10}}",
                "{\"metadata\":{\"labels\":{\"olm.operatorframework.io/owner-name\":\"other\"}}}",
            })
    void shouldRefuseAChangeOfWhatIsDoneAsTheServiceAccount(String change) {
        // given
        resource(alice, SET).create();

        // then
        assertRefused(() -> merge(bob, change));
        merge(alice, change);
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
                        "{\"metadata\":{\"annotations\":{\"olm.operatorframework.io/service-account-%s\":\"%s\"}}}"
                                .formatted(annotation, value)))
                .hasMessageContaining(
                        "metadata.annotations: olm.operatorframework.io/service-account-%s is not the name of %s: set it to"
                                .formatted(annotation, notName));
    }

    @Test
    void shouldNotLookAtOtherWrites() {
        // given
        resource(alice, SET).create();

        // when
        merge(bob, "{\"metadata\":{\"finalizers\":[\"olm.operatorframework.io/test\"]}}");
        merge(bob, "{\"metadata\":{\"labels\":{\"team\":\"garage\"},\"annotations\":{\"team\":\"garage\"}}}");
        GenericKubernetesResource written = resource(bob, SET)
                .subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"observedPhases\":[{\"name\":\"deploy\",\"digest\":\"sha256:0\"}]}}");

        // then
        assertThat(written.<String>get("status", "observedPhases", 0, "digest")).isEqualTo("sha256:0");
        merge(bob, "{\"metadata\":{\"finalizers\":null}}");
    }

    @Test
    void shouldLetTheControllerNameWhatAnExtensionNames() {
        // given
        KubernetesClient controller = TestCluster.shared()
                .cluster()
                .clientForServiceAccount("olmv1-system", "operator-controller-controller-manager");

        // then
        assertThat(resource(controller, OF_ARGOCD).create().getMetadata().getUid())
                .isNotEmpty();
    }

    @Test
    void shouldRefuseARevisionOfAnExtensionThatItsWriterMayNotUpdate() {
        // then
        assertForbidden(() -> resource(mallory, OF_ARGOCD).create(), notMallorysToGive());

        // given
        resource(mallory, SET).create();

        // then
        assertForbidden(() -> merge(mallory, ownedBy("argocd")), notMallorysToGive());
        merge(mallory, ownedBy("of-mallory"));
        assertForbidden(() -> merge(mallory, ownedBy("argocd")), notMallorysToGive());
        merge(mallory, "{\"metadata\":{\"labels\":null}}");
    }

    @Test
    void shouldRefuseToTakeARevisionFromAnExtensionThatTheWriterMayNotUpdate() {
        // given
        resource(alice, OF_ARGOCD).create();

        // then
        String refusal =
                "metadata.labels: user \"mallory\" may not take a revision from the extension \"argocd\" by the label"
                        + " olm.operatorframework.io/owner-name; it takes the permission to \"update\" the ClusterExtension \"argocd\"";
        assertForbidden(() -> merge(mallory, "{\"metadata\":{\"labels\":null}}"), refusal);
        assertForbidden(() -> merge(mallory, ownedBy("of-mallory")), refusal);
        assertThat(merge(mallory, "{\"spec\":{\"progressDeadlineMinutes\":10}}")
                        .getMetadata()
                        .getGeneration())
                .isEqualTo(2);
        merge(alice, ownedBy("other"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"clusterobjectset-serviceaccount-impersonation", "clusterobjectset-owner"})
    void shouldPassTheTypeCheckOfTheControlPlane(String policy) {
        users.assertPassesTypeCheck(policy);
    }

    private static String ownedBy(String extension) {
        return "{\"metadata\":{\"labels\":{\"olm.operatorframework.io/owner-name\":\"%s\"}}}".formatted(extension);
    }

    private static String notMallorysToGive() {
        return "metadata.labels: user \"mallory\" may not make a set a revision of the extension \"argocd\" by the label"
                + " olm.operatorframework.io/owner-name; it takes the permission to \"update\" the ClusterExtension \"argocd\","
                + " because the newest revision decides what is installed";
    }

    private static GenericKubernetesResource merge(KubernetesClient user, String patch) {
        return resource(user, SET).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private static void assertRefused(ThrowingCallable write) {
        assertForbidden(
                write,
                "metadata.annotations: user \"bob\" may not write a set whose objects are written by the service account"
                        + " \"installer\" in namespace \"shop\"; it takes the permission to \"impersonate\" that service account,"
                        + " because the objects are written with its rights");
    }
}
