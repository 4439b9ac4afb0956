package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ExpressionWarning;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.MatchCondition;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicy;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicySpec;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingAdmissionPolicyStatus;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidationBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.Variable;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.testsupport.TestCluster;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * A cluster with the manifests and three users who may write ClusterExtensions and ClusterObjectSets. In the namespace
 * shop Alice may impersonate the service account installer, Carol the service account cashier, and Bob none.
 */
final class AliceAndBob {

    /** The garbage collector looks for new kinds every 30 seconds, and then waits for its informers as long again. */
    static final Duration PATIENCE = Duration.ofMinutes(3);

    final KubernetesClient admin = TestCluster.shared().client();
    final KubernetesClient alice = TestCluster.shared().cluster().clientForUser("alice");
    final KubernetesClient bob = TestCluster.shared().cluster().clientForUser("bob");
    final KubernetesClient carol = TestCluster.shared().cluster().clientForUser("carol");

    /** @param probe a file that Alice may create and Bob may not, once everything is in effect */
    AliceAndBob(String probe) {
        TestCluster.shared().reset();
        Manifests.apply(admin);
        grantRights(admin);
        // The API server goes by new policies and roles a moment after they were stored.
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThatThrownBy(() -> resource(bob, probe).dryRun().create())
                    .hasMessageContaining("ValidatingAdmissionPolicy");
            assertThatThrownBy(() -> resource(carol, probe).dryRun().create())
                    .hasMessageContaining("ValidatingAdmissionPolicy");
            resource(alice, probe).dryRun().create();
        });
    }

    /** Gives the users their roles. */
    static void grantRights(KubernetesClient admin) {
        try (InputStream in = Yaml.open("/policy/alice-and-bob.yaml")) {
            admin.load(in)
                    .items()
                    .forEach(object -> admin.resource(object).forceConflicts().serverSideApply());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /** The object of a file after a merge patch by a user. */
    static GenericKubernetesResource merge(KubernetesClient user, String file, String patch) {
        return resource(user, file).patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    /** The controller, with the rights of its service account. */
    static KubernetesClient controller() {
        return TestCluster.shared()
                .cluster()
                .clientForServiceAccount("olmv1-system", "operator-controller-controller-manager");
    }

    /** Catalogd, with the rights of its service account. */
    static KubernetesClient catalogd() {
        return TestCluster.shared().cluster().clientForServiceAccount("olmv1-system", "catalogd-controller-manager");
    }

    /** The object of a file with an owner. */
    static GenericKubernetesResource owned(String file, OwnerReference owner) {
        GenericKubernetesResource object =
                resource(TestCluster.shared().client(), file).item();
        object.getMetadata().setOwnerReferences(List.of(owner));
        return object;
    }

    static OwnerReference ownerReference(HasMetadata owner, boolean controller) {
        return new OwnerReferenceBuilder()
                .withApiVersion(owner.getApiVersion())
                .withKind(owner.getKind())
                .withName(owner.getMetadata().getName())
                .withUid(owner.getMetadata().getUid())
                .withController(controller)
                .withBlockOwnerDeletion(controller)
                .build();
    }

    static void assertForbidden(ThrowingCallable write, String message) {
        assertThatThrownBy(write)
                .isInstanceOfSatisfying(
                        KubernetesClientException.class,
                        refusal -> assertThat(refusal.getCode()).isEqualTo(403))
                .hasMessageContaining(message);
    }

    /** Takes an object of a file away, whatever holds it. */
    void remove(String file) {
        Resource<GenericKubernetesResource> object = resource(admin, file);
        await().atMost(PATIENCE)
                .ignoreException(KubernetesClientException.class)
                .until(() -> {
                    if (object.get() != null) {
                        object.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"finalizers\":null}}");
                        object.delete();
                    }
                    return object.get() == null;
                });
    }

    static void awaitGone(Resource<?> object) {
        await().atMost(PATIENCE).until(() -> object.get() == null);
    }

    /**
     * Asserts that the control plane finds nothing wrong with the types in a policy. It checks none where a policy
     * applies to all versions: so it gets a copy for v1, and first another one that has a mistake, until it finds that.
     * It looks at validations only, so the copy also has all other expressions as validations.
     */
    void assertPassesTypeCheck(String policy) {
        ValidatingAdmissionPolicy mistaken = forVersionOne(policy, "mistaken");
        mistaken.getSpec()
                .getValidations()
                .add(new ValidationBuilder()
                        .withExpression("object.spec.noSuchField == 'x'")
                        .build());
        // The control plane checks a policy once, and not for kinds of which it does not know yet.
        await().atMost(PATIENCE).untilAsserted(() -> {
            admin.resource(mistaken).delete();
            assertThat(warnings(mistaken))
                    .extracting(ExpressionWarning::getWarning)
                    .anyMatch(warning -> warning.contains("undefined field 'noSuchField'"));
        });

        assertThat(warnings(forVersionOne(policy, "checked"))).isEmpty();
    }

    private ValidatingAdmissionPolicy forVersionOne(String policy, String suffix) {
        ValidatingAdmissionPolicySpec spec = admin.resources(ValidatingAdmissionPolicy.class)
                .withName(policy)
                .require()
                .getSpec();
        assertThat(spec.getMatchConstraints().getResourceRules()).isNotEmpty();
        spec.getMatchConstraints().getResourceRules().forEach(rule -> rule.setApiVersions(List.of("v1")));
        Stream.concat(
                        spec.getVariables().stream().map(Variable::getExpression),
                        spec.getMatchConditions().stream().map(MatchCondition::getExpression))
                .map(expression -> new ValidationBuilder()
                        .withExpression("[" + expression + "].size() == 1")
                        .build())
                .forEach(spec.getValidations()::add);
        return new ValidatingAdmissionPolicyBuilder()
                .withNewMetadata()
                .withName(policy + "-" + suffix)
                .endMetadata()
                .withSpec(spec)
                .build();
    }

    /** Stores a policy, which without a binding has no effect; returns what the control plane says of its types. */
    private List<ExpressionWarning> warnings(ValidatingAdmissionPolicy policy) {
        Resource<ValidatingAdmissionPolicy> stored = admin.resource(policy);
        stored.create();
        return await().atMost(PATIENCE)
                .until(
                        () -> Optional.ofNullable(stored.get().getStatus())
                                .map(ValidatingAdmissionPolicyStatus::getTypeChecking),
                        Optional::isPresent)
                .orElseThrow()
                .getExpressionWarnings();
    }
}
