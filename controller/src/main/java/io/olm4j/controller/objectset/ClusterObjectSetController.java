package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.micrometer.core.instrument.MeterRegistry;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.account.SecretAccess;
import io.olm4j.applier.account.ServiceAccountClients;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.content.ContentReader;
import io.olm4j.applier.content.CreatedSecrets;
import io.olm4j.applier.engine.RevisionEngine;
import io.olm4j.applier.object.ApiWarning;
import io.olm4j.applier.revision.RevisionLifecycle;
import io.olm4j.applier.watch.AccessIndex;
import io.olm4j.applier.watch.CrdNames;
import io.olm4j.applier.watch.ManagedObjectWatches;
import io.olm4j.applier.watch.Prerequisite;
import io.olm4j.applier.watch.PrerequisiteWatches;
import io.olm4j.applier.watch.PrerequisiteWatches.Change;
import io.olm4j.applier.watch.RevisionListener;
import io.olm4j.applier.watch.Subjects;
import io.olm4j.applier.work.BoundedWork;
import io.olm4j.controller.deletion.DeletionPolicies;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.controller.options.IdentityPolicy;
import io.olm4j.process.events.EventRecorder;
import io.olm4j.process.time.SteadyTime;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Creates the parts of the ClusterObjectSet controller and passes the events of the cluster to them. */
public final class ClusterObjectSetController implements AutoCloseable {

    /** The limit of parallel requests to the API server, for all revisions together. */
    private static final int PARALLEL_REQUESTS = 32;

    /**
     * The limit of parallel requests for one revision: a revision with a hanging webhook leaves the rest to the others.
     */
    private static final int SHARE = 16;

    private final BoundedWork work = new BoundedWork(PARALLEL_REQUESTS, SHARE);
    private final AccessIndex access = new AccessIndex();
    private final RestMapper mapper;
    private final ServiceAccountClients accounts;
    private final ManagedObjectWatches watches;
    private final RevisionEngine engine;
    private final PrerequisiteWatches prerequisites;
    private final ClusterObjectSetReconciler reconciler;
    private final Consumer<Predicate<String>> crdListener;
    private final ApiWarnings warnings;

    /**
     * Registers the reconciler with an operator that has not been started, and starts to watch the prerequisites of
     * revisions.
     *
     * @param accountClients creates the clients that act as service accounts
     * @param crdListener receives which CustomResourceDefinitions, by name, may have been added, changed or deleted
     * @param created the Secrets of new revisions, from memory
     */
    public static ClusterObjectSetController register(
            Operator operator,
            KubernetesClient client,
            ControllerOptions options,
            Function<Config, KubernetesClient> accountClients,
            Consumer<Predicate<String>> crdListener,
            CreatedSecrets created) {
        return register(
                operator,
                client,
                options.systemNamespace(),
                options.identity(),
                options.deletion(),
                Clock.systemUTC(),
                accountClients,
                crdListener,
                created,
                options.meters());
    }

    /** Does the same with a given clock, for the times in statuses and Events. */
    static ClusterObjectSetController register(
            Operator operator,
            KubernetesClient client,
            String systemNamespace,
            IdentityPolicy policy,
            DeletionPolicy deletion,
            Clock clock,
            Function<Config, KubernetesClient> accountClients,
            Consumer<Predicate<String>> crdListener,
            CreatedSecrets created,
            MeterRegistry meters) {
        var controller = new ClusterObjectSetController(
                client, systemNamespace, policy, deletion, clock, accountClients, crdListener, created, meters);
        // The retry is only for unexpected exceptions. Expected failures end in a condition and a pause of their own.
        operator.register(
                controller.reconciler,
                configuration -> configuration.withRetry(new GenericRetry()
                        .withoutMaxAttempts()
                        .setInitialInterval(Duration.ofSeconds(1))
                        .setMaxInterval(Duration.ofMinutes(1).toMillis())));
        controller.prerequisites.start();
        return controller;
    }

    private ClusterObjectSetController(
            KubernetesClient client,
            String systemNamespace,
            IdentityPolicy policy,
            DeletionPolicy deletion,
            Clock clock,
            Function<Config, KubernetesClient> accountClients,
            Consumer<Predicate<String>> crdListener,
            CreatedSecrets created,
            MeterRegistry meters) {
        this.crdListener = crdListener;
        warnings = new ApiWarnings(new EventRecorder(client, clock, "operator-controller"), meters);
        var time = new SteadyTime();
        ObjectClient controller = ObjectClient.of(client);
        mapper = new RestMapper(controller);
        accounts = new ServiceAccountClients(client, time, accountClients);
        watches = new ManagedObjectWatches(client, time, new Listener(), this::isKnown);
        var preflight = new PermissionPreflight(controller, work);
        engine = new RevisionEngine(controller, mapper, watches, preflight, work, time, this::warned);
        prerequisites = new PrerequisiteWatches(client, new PrerequisiteListener());
        var identities = new SetIdentity(accounts, controller, policy, systemNamespace);
        var secrets = new SecretAccess(controller, work);
        var preparer = new SetPreparer(identities, new ContentReader(controller, secrets, systemNamespace, created));
        var revisions = new RevisionLifecycle(client, systemNamespace, time);
        var policies = new DeletionPolicies(controller, deletion);
        var teardown = new SetTeardown(preparer, identities, engine);
        reconciler = new ClusterObjectSetReconciler(
                new SetRollout(preparer, identities, teardown, engine, revisions, policies),
                new SetRemoval(teardown, preparer, engine, revisions, policies),
                clock);
    }

    private final class Listener implements RevisionListener {

        @Override
        public void objectChanged(String set) {
            reconciler.objectChanged(set);
        }

        @Override
        public void objectTakenOver(String set) {
            reconciler.objectTakenOver(set);
        }
    }

    private final class PrerequisiteListener implements PrerequisiteWatches.Listener {

        @Override
        public void changed(Change change, GenericKubernetesResource object) {
            prerequisiteChanged(change, object);
        }

        @Override
        public void listed(String kind) {
            reconciler.prerequisitesListed();
            if (kind.equals("CustomResourceDefinition")) {
                crdListener.accept(_ -> true);
            }
        }
    }

    private boolean isKnown(String set, String uid) {
        return reconciler.isKnown(set, uid);
    }

    private void warned(ApiWarning warning) {
        warnings.count();
        reconciler.find(warning.set(), warning.setUid()).ifPresent(set -> warnings.tell(set, warning));
    }

    private void prerequisiteChanged(Change change, GenericKubernetesResource object) {
        String name = object.getMetadata().getName();
        switch (object.getKind()) {
            case "ServiceAccount" -> {
                if (change != Change.CHANGED) {
                    accountChanged(change, object);
                }
            }
            case "CustomResourceDefinition" -> {
                CrdNames crd = CrdNames.of(object);
                crdChanged(change, crd);
                reconciler.prerequisitesChanged(Set.of(new Prerequisite.Kind(crd.group(), crd.kind())));
                crdListener.accept(name::equals);
            }
            case "Namespace" -> reconciler.prerequisitesChanged(Set.of(new Prerequisite.Namespace(name)));
            default -> accessChanged(access.concerned(change, object));
        }
    }

    private void accessChanged(Set<Prerequisite> changed) {
        Set<String> subjects = changed.stream()
                .flatMap(prerequisite -> prerequisite instanceof Prerequisite.Right(String _, String subject)
                        ? Stream.of(subject)
                        : Stream.empty())
                .collect(Collectors.toSet());
        if (!subjects.isEmpty()) {
            engine.accessChanged(account -> !Collections.disjoint(Subjects.of(account), subjects));
        }
        reconciler.prerequisitesChanged(changed);
    }

    private void accountChanged(Change change, GenericKubernetesResource object) {
        var account = new ServiceAccountRef(
                object.getMetadata().getNamespace(), object.getMetadata().getName());
        if (change == Change.DELETED) {
            accounts.forget(account);
        }
        reconciler.accountChanged(account);
    }

    private void crdChanged(Change change, CrdNames crd) {
        engine.kindChanged(crd.group(), crd.kind());
        if (change == Change.DELETED) {
            mapper.drop(crd.group());
            watches.stop(crd.group(), crd.kind());
        } else {
            mapper.forget(crd.group());
            watches.keepOnly(crd.group(), crd.kind(), crd.servedVersions());
        }
    }

    /** Reconciles every set. */
    public void requeueAll() {
        reconciler.requeueAll();
    }

    /** Makes running roll-outs end before their next phase. */
    public void stopRollouts() {
        engine.stop();
    }

    @Override
    public void close() {
        prerequisites.close();
        reconciler.close();
        watches.close();
        accounts.close();
        work.close();
    }
}
