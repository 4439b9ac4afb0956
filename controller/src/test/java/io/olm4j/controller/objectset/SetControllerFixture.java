package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Labels;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.controller.IdentityPolicy;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.localcluster.TestCluster;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** The ClusterObjectSet controller against the real API server, with the rights its manifests give it. */
final class SetControllerFixture implements AutoCloseable {

    static final String SYSTEM = "olmv1-system";

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final KubernetesClient admin;
    private final RequestLog requests = new RequestLog();
    private final KubernetesClient client;
    private final IdentityPolicy policy;
    private Operator operator;
    private ClusterObjectSetController controller;

    SetControllerFixture() {
        this(IdentityPolicy.STRICT);
    }

    SetControllerFixture(IdentityPolicy policy) {
        LocalCluster cluster = TestCluster.shared().cluster();
        admin = cluster.adminClient();
        apply("rbac/namespace.yaml");
        apply("rbac/operator-controller.yaml");
        apply("crd/clusterobjectsets.olm.operatorframework.io.yaml");
        client = requests.client(cluster.clientForServiceAccount(SYSTEM, "operator-controller-controller-manager")
                .getConfiguration());
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            client.resources(ClusterObjectSet.class).list();
            return true;
        });
        this.policy = policy;
        operator = newOperator();
        controller = register();
        operator.start();
    }

    private Operator newOperator() {
        return new Operator(configuration -> configuration
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .checkingCRDAndValidateLocalModel(false));
    }

    private ClusterObjectSetController register() {
        return ClusterObjectSetController.register(
                operator, client, SYSTEM, policy, Clock.systemUTC(), requests::client, crd -> {});
    }

    /** Stops the controller, forgets the requests and starts it again. */
    void restart() {
        operator.stop();
        controller.close();
        requests.clear();
        operator = newOperator();
        controller = register();
        operator.start();
    }

    private void apply(String manifest) {
        try (InputStream in = getClass().getResourceAsStream("/io/olm4j/manifests/" + manifest)) {
            admin.load(in)
                    .items()
                    .forEach(item -> admin.resource(item)
                            .fieldManager("test")
                            .forceConflicts()
                            .serverSideApply());
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    KubernetesClient admin() {
        return admin;
    }

    RequestLog requests() {
        return requests;
    }

    /** A new namespace. */
    String namespace() {
        String name = "set-" + COUNTER.incrementAndGet() + "-" + System.nanoTime() % 100_000;
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        return name;
    }

    /** A new account without rights. */
    ServiceAccountRef account(String namespace) {
        admin.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withName("installer")
                        .withNamespace(namespace)
                        .endMetadata()
                        .build())
                .create();
        return new ServiceAccountRef(namespace, "installer");
    }

    /** A new account, in a new namespace, with all rights. */
    ServiceAccountRef clusterAdmin() {
        ServiceAccountRef account = account(namespace());
        admin.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName("installer-" + account.namespace())
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                        .addNewSubject("", "ServiceAccount", account.name(), account.namespace())
                        .build())
                .create();
        return account;
    }

    static PolicyRule rule(String group, String resource, String... verbs) {
        return new PolicyRuleBuilder()
                .withApiGroups(group)
                .withResources(resource)
                .withVerbs(verbs)
                .build();
    }

    /** Everything that applying and deleting needs. */
    static PolicyRule manage(String group, String resource) {
        return rule(group, resource, "create", "patch", "delete");
    }

    /** Gives an account rights in its namespace. */
    void grant(ServiceAccountRef account, PolicyRule... rules) {
        String name = "installer-" + COUNTER.incrementAndGet();
        admin.resource(new RoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(account.namespace())
                        .endMetadata()
                        .withRules(Arrays.asList(rules))
                        .build())
                .create();
        admin.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace(account.namespace())
                        .endMetadata()
                        .withNewRoleRef()
                        .withApiGroup("rbac.authorization.k8s.io")
                        .withKind("Role")
                        .withName(name)
                        .endRoleRef()
                        .addNewSubject()
                        .withKind("ServiceAccount")
                        .withName(account.name())
                        .withNamespace(account.namespace())
                        .endSubject()
                        .build())
                .create();
    }

    /** A set that has not been created yet. */
    static ClusterObjectSet set(String owner, long revision, ServiceAccountRef account, Phase... phases) {
        ClusterObjectSet set = new ClusterObjectSet();
        set.setMetadata(new ObjectMetaBuilder()
                .withName(owner + "-" + revision)
                .withLabels(Map.of(Labels.OWNER_NAME, owner))
                .withAnnotations(Map.of(
                        Annotations.BUNDLE_VERSION, "1.0." + revision,
                        Annotations.SERVICE_ACCOUNT_NAMESPACE, account.namespace(),
                        Annotations.SERVICE_ACCOUNT_NAME, account.name()))
                .build());
        set.setSpec(new ClusterObjectSetSpec(
                LifecycleState.ACTIVE,
                revision,
                CollisionProtection.PREVENT,
                List.of(phases),
                null,
                io.olm4j.controller.objectset.Probes.DEPLOYMENT_AVAILABLE));
        return set;
    }

    Optional<Condition> condition(ClusterObjectSet set, String type) {
        ClusterObjectSet now = admin.resource(set).get();
        return now == null || now.getStatus() == null
                ? Optional.empty()
                : Conditions.find(now.getStatus().conditions(), type);
    }

    /** Waits until a condition has a reason, and returns it. */
    Condition awaitCondition(ClusterObjectSet set, String type, String reason) {
        return await(type + " " + reason)
                .atMost(PATIENCE)
                .until(
                        () -> condition(set, type),
                        condition ->
                                condition.filter(c -> c.reason().equals(reason)).isPresent())
                .orElseThrow();
    }

    /** Waits until a condition has a reason and a message: the API server heeds roles a moment after they were made. */
    void awaitCondition(ClusterObjectSet set, String type, String reason, Consumer<String> message) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition(set, type)).hasValueSatisfying(condition -> {
                    assertThat(condition.reason()).isEqualTo(reason);
                    message.accept(condition.message());
                }));
    }

    void awaitRolledOut(ClusterObjectSet set) {
        awaitCondition(set, ConditionTypes.PROGRESSING, "Succeeded");
    }

    void awaitGone(HasMetadata object) {
        await(object.getMetadata().getName() + " gone")
                .atMost(PATIENCE)
                .until(() -> admin.resource(object).get() == null);
    }

    @Override
    public void close() {
        operator.stop();
        controller.close();
        client.close();
    }
}
