package io.olm4j.controller.objectset;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.olm4j.applier.account.PermissionPreflight;
import io.olm4j.applier.account.ServiceAccountClients;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapper;
import io.olm4j.applier.content.ContentReader;
import io.olm4j.applier.engine.RevisionEngine;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.applier.watch.CrdNames;
import io.olm4j.applier.watch.ManagedObjectWatches;
import io.olm4j.applier.watch.PrerequisiteWatches;
import io.olm4j.applier.watch.PrerequisiteWatches.Change;
import io.olm4j.applier.work.BoundedWork;
import io.olm4j.controller.ControllerOptions;
import io.olm4j.controller.IdentityPolicy;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;

/** Puts the parts of the ClusterObjectSet controller together and leads the events of the cluster to them. */
public final class ClusterObjectSetController implements AutoCloseable {

    /** So many requests to the API server at once, for all revisions together. */
    private static final int PARALLEL_REQUESTS = 32;

    /**
     * Changes of roles and accounts often come in bursts, and the API server's authorizer learns of them a moment after we do.
     */
    private static final long SETTLE_MILLIS = 300;

    /** On a busy machine that moment can be long. */
    private static final List<Long> LATE_MILLIS = List.of(5_000L, 30_000L);

    private final BoundedWork work = new BoundedWork(PARALLEL_REQUESTS);
    private final AtomicBoolean wakeUpDue = new AtomicBoolean();
    private final RestMapper mapper;
    private final ServiceAccountClients accounts;
    private final ManagedObjectWatches watches;
    private final RevisionEngine engine;
    private final PrerequisiteWatches prerequisites;
    private final ClusterObjectSetReconciler reconciler;
    private final Consumer<String> crdListener;

    /**
     * Registers the reconciler with an operator that has not been started, and starts to watch what revisions wait for.
     *
     * @param accountClients makes the clients that act as service accounts
     * @param crdListener is given the name of every CustomResourceDefinition that comes, changes or goes
     */
    public static ClusterObjectSetController register(
            Operator operator,
            KubernetesClient client,
            ControllerOptions options,
            Function<Config, KubernetesClient> accountClients,
            Consumer<String> crdListener) {
        return register(
                operator,
                client,
                options.systemNamespace(),
                options.identity(),
                Clock.systemUTC(),
                accountClients,
                crdListener);
    }

    /** The same, at a time of its own. */
    static ClusterObjectSetController register(
            Operator operator,
            KubernetesClient client,
            String systemNamespace,
            IdentityPolicy policy,
            Clock clock,
            Function<Config, KubernetesClient> accountClients,
            Consumer<String> crdListener) {
        var controller =
                new ClusterObjectSetController(client, systemNamespace, policy, clock, accountClients, crdListener);
        // The retry is only for what nobody foresaw: what can be foreseen ends in a condition and a pause of its own.
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
            Clock clock,
            Function<Config, KubernetesClient> accountClients,
            Consumer<String> crdListener) {
        this.crdListener = crdListener;
        ObjectClient controller = ObjectClient.of(client);
        mapper = new RestMapper(controller);
        accounts = new ServiceAccountClients(client, clock, accountClients);
        watches = new ManagedObjectWatches(client, clock, this::objectChanged);
        engine =
                new RevisionEngine(controller, mapper, watches, new PermissionPreflight(controller, work), work, clock);
        prerequisites = new PrerequisiteWatches(client, this::prerequisiteChanged);
        reconciler = new ClusterObjectSetReconciler(
                new SetRollout(
                        new ContentReader(controller, systemNamespace),
                        new SetIdentity(accounts, controller, policy),
                        accounts,
                        engine,
                        new Revisions(client, systemNamespace)),
                clock);
    }

    private void objectChanged(String set) {
        reconciler.objectChanged(set);
    }

    private void prerequisiteChanged(Change change, GenericKubernetesResource object) {
        switch (object.getKind()) {
            case "ServiceAccount" -> {
                if (change != Change.CHANGED) {
                    accountChanged(change, object);
                }
            }
            case "CustomResourceDefinition" -> {
                crdChanged(change, CrdNames.of(object));
                crdListener.accept(object.getMetadata().getName());
            }
            case "Namespace" -> {}
            default -> engine.accessChanged();
        }
        if (wakeUpDue.compareAndSet(false, true)) {
            after(SETTLE_MILLIS, () -> {
                wakeUpDue.set(false);
                reconciler.prerequisiteChanged();
            });
            LATE_MILLIS.forEach(millis -> after(millis, reconciler::prerequisiteChanged));
        }
    }

    private static void after(long millis, Runnable wakeUp) {
        CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(wakeUp);
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
        mapper.forget(crd.group());
        if (change == Change.DELETED) {
            watches.stop(crd.group(), crd.kind());
        } else {
            watches.keepOnly(crd.group(), crd.kind(), crd.servedVersions());
        }
    }

    @Override
    public void close() {
        prerequisites.close();
        watches.close();
        accounts.close();
        work.close();
    }
}
