package io.olm4j.controller.objectset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.api.ClusterObjectSetSpec.LifecycleState;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.Condition;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.api.Labels;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.account.SecretAccess;
import io.olm4j.applier.account.ServiceAccountClients;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.content.ContentReader;
import io.olm4j.applier.content.CreatedSecrets;
import io.olm4j.applier.engine.RevisionEngine;
import io.olm4j.applier.revision.RevisionLifecycle;
import io.olm4j.applier.watch.ManagedObjectWatches;
import io.olm4j.applier.work.BoundedWork;
import io.olm4j.controller.deletion.DeletionPolicies;
import io.olm4j.controller.options.IdentityPolicy;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.testsupport.RequestLog;
import io.olm4j.testsupport.Rights;
import io.olm4j.testsupport.TcpRelay;
import io.olm4j.testsupport.TestCluster;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import okhttp3.Interceptor;

/** The ClusterObjectSet controller against the real API server, with the rights that its manifests grant. */
final class SetControllerFixture implements AutoCloseable {

    static final String SYSTEM = "olmv1-system";

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final KubernetesClient admin;
    private final RequestLog requests = new RequestLog();
    private final Queue<Predicate<String>> definitions = new ConcurrentLinkedQueue<>();
    private final KubernetesClient client;
    private final IdentityPolicy policy;
    private final Clock clock;
    private final MeterRegistry meters = new SimpleMeterRegistry();

    /** The number of passes that run. */
    private final AtomicInteger passes = new AtomicInteger();

    private Operator operator;
    private ClusterObjectSetController controller;

    SetControllerFixture() {
        this(IdentityPolicy.STRICT);
    }

    SetControllerFixture(IdentityPolicy policy) {
        this(policy, Clock.systemUTC());
    }

    SetControllerFixture(IdentityPolicy policy, Clock clock) {
        this(policy, clock, config -> config);
    }

    /** With a controller that reaches the API server through a relay. */
    SetControllerFixture(TcpRelay apiServer) {
        this(
                IdentityPolicy.STRICT,
                Clock.systemUTC(),
                config -> new ConfigBuilder(config)
                        .withMasterUrl("https://" + apiServer.address())
                        .build());
    }

    private SetControllerFixture(IdentityPolicy policy, Clock clock, UnaryOperator<Config> connection) {
        LocalCluster cluster = TestCluster.shared().cluster();
        admin = cluster.adminClient();
        apply("rbac/namespace.yaml");
        apply("rbac/operator-controller.yaml");
        apply("policy/teardown-account.yaml");
        apply("crd/clusterobjectsets.olm.operatorframework.io.yaml");
        apply("crd/clusterextensions.olm.operatorframework.io.yaml");
        client = client(
                connection.apply(cluster.clientForServiceAccount(SYSTEM, "operator-controller-controller-manager")
                        .getConfiguration()));
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            client.resources(ClusterObjectSet.class).list();
            client.resources(ClusterExtension.class).list();
            return true;
        });
        this.policy = policy;
        this.clock = clock;
        operator = newOperator();
        controller = register();
        operator.start();
    }

    /** A client like the controller's; its requests are noted with the others. */
    KubernetesClient client(Config config) {
        return new ApiServerHttp(requests).newClient(config);
    }

    private Operator newOperator() {
        return new Operator(configuration -> configuration
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                // As in the real process: a reconcile that is interrupted may still report that in the status.
                .withReconciliationTerminationTimeout(PATIENCE)
                .checkingCRDAndValidateLocalModel(false)
                .withMetrics(new Metrics() {
                    @Override
                    public void reconciliationExecutionStarted(HasMetadata resource, Map<String, Object> metadata) {
                        passes.incrementAndGet();
                    }

                    @Override
                    public void reconciliationExecutionFinished(HasMetadata resource, Map<String, Object> metadata) {
                        passes.decrementAndGet();
                    }
                }));
    }

    /** Waits until no pass runs: those that ran before have ended. */
    void awaitNoPass() {
        await().pollDelay(Duration.ZERO).atMost(PATIENCE).until(() -> passes.get() == 0);
    }

    private ClusterObjectSetController register() {
        return ClusterObjectSetController.register(
                operator,
                client,
                SYSTEM,
                policy,
                DeletionPolicy.DELETE,
                clock,
                this::client,
                definitions::add,
                new CreatedSecrets(),
                meters);
    }

    /** Stops the controller, forgets the requests and starts it again. */
    void restart() {
        whileDown(requests::clear);
    }

    /** Stops the controller, does something, and starts it again. */
    void whileDown(Runnable something) {
        operator.stop();
        controller.close();
        try {
            something.run();
        } finally {
            operator = newOperator();
            controller = register();
            operator.start();
        }
    }

    /** One reconcile of a set by another controller, whose copy of the set may be outdated. */
    SetOutcome pass(ClusterObjectSet set) {
        ObjectClient own = ObjectClient.of(client);
        try (var work = new BoundedWork(4, 4);
                var watches = new ManagedObjectWatches(client, clock, name -> {}, (name, uid) -> true);
                var accounts = new ServiceAccountClients(client, clock, this::client)) {
            var engine = new RevisionEngine(
                    own, new RestMapper(own), watches, new PermissionPreflight(own, work), work, clock, warning -> {});
            var identities = new SetIdentity(accounts, own, policy, SYSTEM);
            var contents = new ContentReader(own, new SecretAccess(own, work), SYSTEM);
            var preparer = new SetPreparer(identities, contents);
            return new SetRollout(
                            preparer,
                            identities,
                            new SetTeardown(preparer, identities, engine),
                            engine,
                            new RevisionLifecycle(client, SYSTEM, clock),
                            new DeletionPolicies(own, DeletionPolicy.DELETE))
                    .rollOut(set, List.of(), observed -> {})
                    .outcome();
        }
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

    MeterRegistry meters() {
        return meters;
    }

    RequestLog requests() {
        return requests;
    }

    /** Injects a fault into every later request of the controller and of the accounts it acts as. */
    void inject(Interceptor fault) {
        requests.inject(fault);
    }

    void setLifecycle(ClusterObjectSet set, LifecycleState state) {
        admin.resource(set)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"lifecycleState\":\"%s\"}}"
                                .formatted(state == LifecycleState.ACTIVE ? "Active" : "Archived"));
    }

    /** A new namespace. */
    String namespace() {
        String name = "set-" + COUNTER.incrementAndGet() + "-" + System.nanoTime() % 100_000;
        createNamespace(name);
        return name;
    }

    void createNamespace(String name) {
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
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

    /** A new account, in a new namespace, that may manage ConfigMaps and Deployments there. */
    ServiceAccountRef installer() {
        ServiceAccountRef account = account(namespace());
        grant(account, manage("", "configmaps"), manage("apps", "deployments"));
        return account;
    }

    /** A new account, in a new namespace, with all rights. */
    ServiceAccountRef clusterAdmin() {
        ServiceAccountRef account = account(namespace());
        bind(account, "installer-" + account.namespace(), "cluster-admin");
        awaitRight(account, Optional.empty(), rule("*", "*", "*"));
        return account;
    }

    /** Changes a ConfigMap that a set holds at {@code key: wanted}. */
    void drift(String namespace, String name) {
        admin().configMaps().inNamespace(namespace).withName(name).edit(map -> {
            map.getData().put("key", "drifted");
            return map;
        });
    }

    /** Waits until the controller has undone {@link #drift}. */
    void awaitHealed(String namespace, String name) {
        await().atMost(PATIENCE)
                .until(() ->
                        "wanted".equals(configMap(namespace, name).getData().get("key")));
    }

    static PolicyRule rule(String group, String resource, String... verbs) {
        return new PolicyRuleBuilder()
                .withApiGroups(group)
                .withResources(resource)
                .withVerbs(verbs)
                .build();
    }

    /** All rights that applying and deleting need. */
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
        awaitRight(account, Optional.of(account.namespace()), rules[0]);
    }

    /** Gives an account rights in all namespaces, and on cluster-scoped objects. */
    void grantEverywhere(ServiceAccountRef account, PolicyRule... rules) {
        String name = "installer-" + account.namespace() + "-" + COUNTER.incrementAndGet();
        admin.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withRules(Arrays.asList(rules))
                        .build())
                .create();
        bind(account, name, name);
        awaitRight(account, Optional.empty(), rules[0]);
    }

    /** The API server knows a role a moment after it was stored. */
    private void awaitRight(ServiceAccountRef account, Optional<String> namespace, PolicyRule rule) {
        await().pollDelay(Duration.ZERO).atMost(PATIENCE).until(() -> isAllowed(account, namespace, rule));
    }

    /** Whether the API server allows an account the first verb of a rule. */
    boolean isAllowed(ServiceAccountRef account, Optional<String> namespace, PolicyRule rule) {
        var asked = new ResourceAttributesBuilder()
                .withVerb(rule.getVerbs().getFirst())
                .withGroup(rule.getApiGroups().getFirst())
                .withResource(rule.getResources().getFirst())
                .withName(rule.getResourceNames().stream().findFirst().orElse(null))
                .withNamespace(namespace.orElse(null))
                .build();
        return Rights.isGranted(admin, account.userName(), asked);
    }

    private void bind(ServiceAccountRef account, String name, String clusterRole) {
        admin.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", clusterRole)
                        .addNewSubject("", "ServiceAccount", account.name(), account.namespace())
                        .build())
                .create();
    }

    /** A revision of an extension, not created yet; the extension is created if it does not exist. */
    static ClusterObjectSet set(String owner, long revision, ServiceAccountRef account, Phase... phases) {
        ClusterObjectSet set = new ClusterObjectSet();
        ClusterExtension extension = extension(owner, account);
        set.setMetadata(new ObjectMetaBuilder()
                .withName(owner + "-" + revision)
                .withLabels(Map.of(Labels.OWNER_NAME, owner))
                .addNewOwnerReference()
                .withApiVersion(OlmApi.API_VERSION)
                .withKind(ClusterExtension.KIND)
                .withName(owner)
                .withUid(extension.getMetadata().getUid())
                .withController(true)
                .endOwnerReference()
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
                io.olm4j.testsupport.Probes.DEPLOYMENT_AVAILABLE));
        return set;
    }

    /** The extension of this name; no controller of extensions runs here. */
    static ClusterExtension extension(String name, ServiceAccountRef account) {
        KubernetesClient admin = TestCluster.shared().cluster().adminClient();
        ClusterExtension there =
                admin.resources(ClusterExtension.class).withName(name).get();
        return there != null
                ? there
                : admin.resource(Serialization.unmarshal(
                                """
                                apiVersion: olm.operatorframework.io/v1
                                kind: ClusterExtension
                                metadata: {name: %s}
                                spec:
                                  namespace: %s
                                  serviceAccount: {name: %s}
                                  source: {sourceType: Catalog, catalog: {packageName: some}}
                                """.formatted(name, account.namespace(), account.name()), ClusterExtension.class))
                        .create();
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
                .ignoreExceptionsInstanceOf(KubernetesClientException.class)
                .until(
                        () -> condition(set, type),
                        condition ->
                                condition.filter(c -> c.reason().equals(reason)).isPresent())
                .orElseThrow();
    }

    /**
     * Waits until a condition has a reason and a message: the API server applies roles a moment after they were
     * created.
     */
    void awaitCondition(ClusterObjectSet set, String type, String reason, Consumer<String> message) {
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition(set, type)).hasValueSatisfying(condition -> {
                    assertThat(condition.reason()).isEqualTo(reason);
                    message.accept(condition.message());
                }));
    }

    /**
     * Creates a definition and waits until the controller has handled this event, and so all earlier ones of other
     * definitions.
     */
    void passDefinitionEvents(ObjectNode definition) {
        definitions.clear();
        admin.resource(definition.toString()).create();
        String name = definition.at("/metadata/name").asText();
        await().atMost(PATIENCE)
                .until(() -> definitions.stream().anyMatch(which -> which.test(name) && !which.test("")));
    }

    /** A ConfigMap as it is on the server; null if there is none. */
    ConfigMap configMap(String namespace, String name) {
        return admin.configMaps().inNamespace(namespace).withName(name).get();
    }

    /** Waits until there is a ConfigMap of this name. */
    void awaitConfigMap(String namespace, String name) {
        await().atMost(PATIENCE).until(() -> configMap(namespace, name) != null);
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
