package io.olm4j.applier.engine;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterObjectSetSpec.CollisionProtection;
import io.olm4j.applier.account.ActingIdentity;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.content.ResolvedPhase;
import io.olm4j.applier.content.ResolvedPhase.ResolvedObject;
import io.olm4j.applier.object.Revision;
import io.olm4j.applier.object.Revision.Sibling;
import io.olm4j.applier.watch.ManagedObjectWatches;
import io.olm4j.applier.work.BoundedWork;
import io.olm4j.testsupport.Probes;
import io.olm4j.testsupport.RequestLog;
import io.olm4j.testsupport.TestCluster;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The engine with a real API server, without a reconciler: a test runs the passes itself, as an administrator. */
final class EngineFixture implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private final KubernetesClient admin = TestCluster.shared().client();
    private final RequestLog requests = new RequestLog();
    private final KubernetesClient client;
    private final ObjectClient objects;
    private final BoundedWork work = new BoundedWork(32, 16);
    private final ManagedObjectWatches watches;
    private final RevisionEngine engine;

    EngineFixture() {
        client = requests.client(admin.getConfiguration());
        objects = ObjectClient.of(client);
        watches = new ManagedObjectWatches(client, Clock.systemUTC(), name -> {}, (name, uid) -> true);
        engine = newEngine();
    }

    /** Another engine on the same watches, without cached state. */
    RevisionEngine newEngine() {
        return newEngine(Clock.systemUTC());
    }

    /** The same, with another clock. */
    RevisionEngine newEngine(InstantSource time) {
        return new RevisionEngine(
                objects,
                new RestMapper(objects),
                watches,
                new PermissionPreflight(objects, work),
                work,
                time,
                warning -> {});
    }

    KubernetesClient admin() {
        return admin;
    }

    RequestLog requests() {
        return requests;
    }

    /** An identity with the rights of an administrator. */
    ActingIdentity identity() {
        return ActingIdentity.controller(objects);
    }

    /** A new namespace. */
    String namespace() {
        String name = "engine-" + COUNTER.incrementAndGet();
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
        return name;
    }

    /** An existing ConfigMap. */
    ConfigMap configMap(String namespace, String name) {
        return admin.configMaps().inNamespace(namespace).withName(name).require();
    }

    static ResolvedPhase phase(String name, ObjectNode... objects) {
        return new ResolvedPhase(
                name,
                "",
                Stream.of(objects)
                        .map(object -> new ResolvedObject(object, CollisionProtection.PREVENT))
                        .toList());
    }

    /** A revision without a ClusterObjectSet: the engine does not look for one. */
    static Revision revision(String owner, long number, ResolvedPhase... phases) {
        return new Revision(
                owner + "-" + number,
                UUID.randomUUID().toString(),
                number,
                owner,
                "uid-" + owner,
                "package-" + owner,
                List.of(phases),
                Probes.DEPLOYMENT_AVAILABLE,
                false,
                false,
                List.of());
    }

    /** The same revision with a sibling of the same owner. */
    static Revision beside(Revision revision, Revision sibling) {
        return copy(
                revision,
                revision.migrated(),
                revision.succeeded(),
                List.of(new Sibling(sibling.name(), sibling.uid(), sibling.number())));
    }

    /** The same revision, of an extension that the original installed. */
    static Revision migrated(Revision revision) {
        return copy(revision, true, revision.succeeded(), revision.siblings());
    }

    /** The same revision, which has rolled out once. */
    static Revision succeeded(Revision revision) {
        return copy(revision, revision.migrated(), true, revision.siblings());
    }

    private static Revision copy(Revision revision, boolean migrated, boolean succeeded, List<Sibling> siblings) {
        return new Revision(
                revision.name(),
                revision.uid(),
                revision.number(),
                revision.ownerName(),
                revision.ownerUid(),
                revision.packageName(),
                revision.phases(),
                revision.probes(),
                migrated,
                succeeded,
                siblings);
    }

    /** One pass of a roll-out. */
    RolloutResult pass(Revision revision) {
        return engine.rollOut(revision, identity()).result();
    }

    /** One pass of a teardown. */
    TeardownResult tearDownPass(Revision revision) {
        return tearDownPass(revision, DefinitionTeardown.DELETE);
    }

    TeardownResult tearDownPass(Revision revision, DefinitionTeardown definitions) {
        return tearDownPass(revision, definitions, identity());
    }

    TeardownResult tearDownPass(Revision revision, DefinitionTeardown definitions, ActingIdentity identity) {
        return engine.tearDown(revision, identity, () -> TeardownPolicy.of(definitions));
    }

    /** The same for a revision whose Namespaces another one needs. */
    TeardownResult tearDownBesideAnother(Revision revision) {
        return engine.tearDown(revision, identity(), () -> new TeardownPolicy(DefinitionTeardown.DELETE, true));
    }

    /** One pass of orphaning; returns the reason for a retry. */
    Optional<String> orphan(Revision revision) {
        return engine.orphan(revision, identity());
    }

    /** The objects that the cluster shows to be those of a revision. */
    ControlledContent controlledBy(Revision revision) {
        return engine.controlledBy(revision);
    }

    /** Runs passes until all objects are applied and available. */
    void rollOut(Revision revision) {
        await().atMost(PATIENCE).until(() -> pass(revision), RolloutResult.Complete.class::isInstance);
    }

    /** Runs passes until all objects are deleted. */
    void tearDown(Revision revision) {
        await().atMost(PATIENCE).until(() -> tearDownPass(revision), TeardownResult.Complete.class::isInstance);
    }

    @Override
    public void close() {
        watches.close();
        work.close();
        client.close();
    }
}
