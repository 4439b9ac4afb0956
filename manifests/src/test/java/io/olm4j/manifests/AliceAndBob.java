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
import io.olm4j.localcluster.TestCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * A cluster with the manifests and three users. Alice and Bob may write ClusterExtensions and ClusterObjectSets; Mallory may write
 * ClusterObjectSets, and of the ClusterExtensions only of-mallory. Alice and Mallory may impersonate the service account installer
 * of the namespace shop.
 */
final class AliceAndBob {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final KubernetesClient admin = TestCluster.shared().client();
    final KubernetesClient alice = TestCluster.shared().cluster().clientForUser("alice");
    final KubernetesClient bob = TestCluster.shared().cluster().clientForUser("bob");
    final KubernetesClient mallory = TestCluster.shared().cluster().clientForUser("mallory");

    /** @param probe a file that Alice may create and Bob may not, once everything is in effect */
    AliceAndBob(String probe) {
        TestCluster.shared().reset();
        Manifests.apply(admin);
        try (InputStream in = Yaml.open("/policy/alice-and-bob.yaml")) {
            admin.load(in)
                    .items()
                    .forEach(object -> admin.resource(object).forceConflicts().serverSideApply());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // The API server goes by new policies and roles a moment after they were stored.
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThatThrownBy(() -> resource(bob, probe).dryRun().create())
                    .hasMessageContaining("ValidatingAdmissionPolicy");
            resource(alice, probe).dryRun().create();
        });
    }

    /** The object of a file, as a user sees it. */
    static Resource<GenericKubernetesResource> resource(KubernetesClient user, String file) {
        try (InputStream in = Yaml.open("/policy/" + file + ".yaml")) {
            HasMetadata object = user.load(in).items().getFirst();
            return user.resource((GenericKubernetesResource) object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void assertForbidden(ThrowingCallable write, String message) {
        assertThatThrownBy(write)
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(403))
                .hasMessageContaining(message);
    }

    /** Asserts that the control plane finds nothing wrong with the types in a policy. */
    void assertPassesTypeCheck(String policy) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            ValidatingAdmissionPolicyStatus status = admin.resources(ValidatingAdmissionPolicy.class)
                    .withName(policy)
                    .get()
                    .getStatus();
            assertThat(status.getTypeChecking()).isNotNull();
            assertThat(status.getTypeChecking().getExpressionWarnings()).isEmpty();
        });
    }
}
