package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.localcluster.TestCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Alice and Bob may write ClusterExtensions; only Alice may impersonate the service account installer of the namespace shop. */
class ServiceAccountPolicyIT {

    private static final String NAMES_INSTALLER = "{\"spec\":{\"serviceAccount\":{\"name\":\"installer\"}}}";
    private static final String NAMES_NOBODY = "{\"spec\":{\"serviceAccount\":null}}";

    private final KubernetesClient admin = TestCluster.shared().client();
    private final KubernetesClient alice = user("alice");
    private final KubernetesClient bob = user("bob");

    @BeforeAll
    static void applyManifests() throws IOException {
        TestCluster.shared().reset();
        KubernetesClient admin = TestCluster.shared().client();
        Manifests.apply(admin);
        try (InputStream in = Yaml.open("/policy/alice-and-bob.yaml")) {
            admin.load(in)
                    .items()
                    .forEach(object -> admin.resource(object).forceConflicts().serverSideApply());
        }
        // The API server goes by new policies and roles a moment after they were stored.
        KubernetesClient alice = user("alice");
        KubernetesClient bob = user("bob");
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThatThrownBy(() ->
                            extension(bob, "with-service-account").dryRun().create())
                    .hasMessageContaining("ValidatingAdmissionPolicy");
            extension(alice, "with-service-account").dryRun().create();
        });
    }

    @AfterEach
    void deleteExtension() {
        extension(admin, "with-service-account").delete();
    }

    @Test
    void shouldLetAWriterNameAServiceAccountThatHeMayImpersonate() {
        assertThat(extension(alice, "with-service-account")
                        .create()
                        .getMetadata()
                        .getUid())
                .isNotEmpty();
    }

    @Test
    void shouldRefuseAWriterWhoNamesAServiceAccountThatHeMayNotImpersonate() {
        assertRefused(() -> extension(bob, "with-service-account").create(), "bob", "installer");
    }

    @Test
    void shouldRefuseAServiceAccountOfTheSameNameInAnotherNamespace() {
        assertThatThrownBy(() -> extension(alice, "in-another-namespace").create())
                .hasMessageContaining("service account \"installer\" in namespace \"garage\"");
    }

    @Test
    void shouldLetAnyWriterLeaveTheServiceAccountOut() {
        assertThat(extension(bob, "without-service-account")
                        .create()
                        .getMetadata()
                        .getUid())
                .isNotEmpty();
    }

    @Test
    void shouldRefuseAServiceAccountNamedLater() {
        // given
        extension(bob, "without-service-account").create();

        // then
        assertRefused(() -> merge(bob, NAMES_INSTALLER), "bob", "installer");
        assertThat(merge(alice, NAMES_INSTALLER).getMetadata().getGeneration()).isEqualTo(2);
    }

    @Test
    void shouldRefuseToNameAgainWhatWasTakenBack() {
        // given
        extension(alice, "with-service-account").create();

        // when
        merge(bob, NAMES_NOBODY);

        // then
        assertRefused(() -> merge(bob, NAMES_INSTALLER), "bob", "installer");
    }

    @Test
    void shouldNotLookAtWritesThatLeaveTheServiceAccountAsItIs() {
        // given
        extension(alice, "with-service-account").create();

        // when
        merge(bob, "{\"metadata\":{\"finalizers\":[\"olm.operatorframework.io/test\"]}}");
        merge(bob, "{\"spec\":{\"source\":{\"catalog\":{\"version\":\"1.x\"}}}}");
        GenericKubernetesResource written = extension(bob, "with-service-account")
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
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            ValidatingAdmissionPolicyStatus status = admin.resources(ValidatingAdmissionPolicy.class)
                    .withName("clusterextension-serviceaccount-impersonation")
                    .get()
                    .getStatus();
            assertThat(status.getTypeChecking()).isNotNull();
            assertThat(status.getTypeChecking().getExpressionWarnings()).isEmpty();
        });
    }

    private GenericKubernetesResource merge(KubernetesClient user, String patch) {
        return extension(user, "with-service-account").patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private static Resource<GenericKubernetesResource> extension(KubernetesClient user, String file) {
        try (InputStream in = Yaml.open("/policy/" + file + ".yaml")) {
            HasMetadata extension = user.load(in).items().getFirst();
            return user.resource((GenericKubernetesResource) extension);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void assertRefused(ThrowingCallable write, String user, String serviceAccount) {
        assertThatThrownBy(write)
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(403))
                .hasMessageContaining(
                        "spec.serviceAccount.name: user \"%s\" may not name the service account \"%s\" in namespace \"shop\"; it"
                                        .formatted(user, serviceAccount)
                                + " takes the permission to \"impersonate\" that service account, because the extension is"
                                + " installed with its rights");
    }

    private static KubernetesClient user(String name) {
        return TestCluster.shared().cluster().clientForUser(name);
    }
}
