package io.olm4j.controller.extension;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.processing.retry.GenericRetry;
import io.olm4j.api.ClusterExtension;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.content.CreatedSecrets;
import io.olm4j.applier.crdsafety.CrdUpgradePreflight;
import io.olm4j.applier.helm.HelmReleases;
import io.olm4j.applier.revision.RevisionBuilder;
import io.olm4j.applier.revision.RevisionDecider;
import io.olm4j.applier.revision.Revisions;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.controller.catalog.ClusterCatalogs;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.clusterupgrade.ClusterUpgrades;
import io.olm4j.controller.deletion.DeletionGuard;
import io.olm4j.controller.extension.dependency.DependencyGate;
import io.olm4j.controller.extension.report.ExtensionEventRecorder;
import io.olm4j.controller.extension.report.ExtensionMetrics;
import io.olm4j.controller.extension.revision.ExtensionCaches;
import io.olm4j.controller.extension.rollout.BundleContents;
import io.olm4j.controller.extension.rollout.BundleImagePuller;
import io.olm4j.controller.extension.rollout.CrdUpgradeGate;
import io.olm4j.controller.extension.rollout.HelmMigration;
import io.olm4j.controller.extension.rollout.RevisionGates;
import io.olm4j.controller.extension.rollout.RevisionIdentities;
import io.olm4j.controller.extension.rollout.Rollout;
import io.olm4j.controller.extension.update.UpgradeBlocks;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.oci.pullsecrets.AccountCredentials;
import io.olm4j.oci.pullsecrets.PullSecrets;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.process.events.EventRecorder;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import okhttp3.OkHttpClient;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Creates and connects the parts of the ClusterExtension reconciler. */
public final class ClusterExtensionController implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterExtensionController.class);

    /** How long a start waits for the catalogs: an extension must not lose its state because a cache is cold. */
    private static final Duration CATALOG_PATIENCE = Duration.ofSeconds(20);

    private final ClusterCatalogs catalogs;
    private final PullSecrets secrets;
    private final AccountCredentials accounts;
    private final PullSecretChanges secretChanges;
    private final CrdUpgradeGate crdUpgrades;
    private final DependencyGate dependencies;
    private final ExtensionRequeueSource events;
    private final ExtensionCleanup deletions;
    private final Runnable cleanUp;

    private ClusterExtensionController(
            ClusterCatalogs catalogs,
            PullSecrets secrets,
            AccountCredentials accounts,
            PullSecretChanges secretChanges,
            CrdUpgradeGate crdUpgrades,
            DependencyGate dependencies,
            ExtensionRequeueSource events,
            ExtensionCleanup deletions,
            Runnable cleanUp) {
        this.catalogs = catalogs;
        this.secrets = secrets;
        this.accounts = accounts;
        this.secretChanges = secretChanges;
        this.crdUpgrades = crdUpgrades;
        this.dependencies = dependencies;
        this.events = events;
        this.deletions = deletions;
        this.cleanUp = cleanUp;
    }

    /**
     * Watches the catalogs and reads the content of those that no earlier process left. Deletes unpacked bundles that
     * no extension uses. No reconcile may run before this returns.
     */
    public void prepare() {
        cleanUp.run();
        catalogs.start(CATALOG_PATIENCE);
    }

    /**
     * Registers the reconciler with an operator that has not been started, and starts to watch the catalogs.
     *
     * @param installed filled from the caches of the reconciler
     * @param served the APIs that bundles find on the cluster
     * @param clusterUpgrades answers questions about upgrades of the cluster
     * @param recorder for the Events of extensions
     * @param created receives the Secrets of new revisions
     */
    public static ClusterExtensionController register(
            Operator operator,
            KubernetesClient client,
            CatalogIndex index,
            OkHttpClient http,
            InstalledExtensions installed,
            ServedApis served,
            ClusterUpgrades clusterUpgrades,
            EventRecorder recorder,
            CreatedSecrets created,
            ControllerOptions options) {
        var metrics = new ExtensionMetrics(options.meters());
        var events = new ExtensionRequeueSource();
        var secrets = PullSecrets.start(client, options.pullSecrets(), events::requeueAll);
        var secretChanges = new PullSecretChanges(events::requeue);
        var accounts = new AccountCredentials(client, secrets, secretChanges::changed);
        var registry = new RegistryClient(http, options.registries().withCredentials(secrets));
        var store = new ImageStore(options.cacheDirectory().resolve("unpack"), registry);
        BooleanSupplier operatorConditions = clusterUpgrades::areOperatorConditionsServed;
        var contents = new BundleContents(
                new BundleImagePuller(store, registry, accounts),
                options.certificates(),
                options.features(),
                operatorConditions,
                name -> client.namespaces().withName(name).get() != null);
        var revisions = new Revisions(client, options.systemNamespace(), Clock.systemUTC(), created);
        var crdUpgrades = new CrdUpgradeGate(new CrdUpgradePreflight(ObjectClient.of(client)));
        var builder = new RevisionBuilder(options.systemNamespace());
        var decider = new RevisionDecider(builder);
        var identities = new RevisionIdentities(options.certificates(), options.features(), operatorConditions);
        var catalogs = new ClusterCatalogs(client, index);
        catalogs.onChange(events::catalogChanged);
        var caches = new ExtensionCaches();
        var dependencies = new DependencyGate(served, installed, caches, catalogs, events::requeue);
        var rollout =
                new Rollout(contents, new RevisionGates(dependencies, crdUpgrades), identities, decider, revisions);
        var eventRecorder = new ExtensionEventRecorder(recorder);
        var upgrades = new UpgradeBlocks(clusterUpgrades);
        var deletions = new ExtensionCleanup(
                revisions,
                new DeletionGuard(ObjectClient.of(client), options.deletion()),
                dependencies,
                upgrades,
                eventRecorder,
                metrics,
                contents,
                installed,
                Clock.systemUTC());
        operator.register(
                new ClusterExtensionReconciler(
                        catalogs,
                        events,
                        options.identity(),
                        new ExtensionMembers(
                                options.identity(),
                                revisions,
                                new HelmMigration(
                                        new HelmReleases(client, options.systemNamespace()),
                                        identities,
                                        builder,
                                        revisions)),
                        rollout,
                        dependencies,
                        eventRecorder,
                        installed,
                        caches,
                        upgrades,
                        deletions,
                        metrics,
                        Clock.systemUTC()),
                configuration -> configuration.withRetry(new GenericRetry()
                        .withoutMaxAttempts()
                        .setInitialInterval(Duration.ofSeconds(1))
                        .setMaxInterval(Duration.ofMinutes(1).toMillis())));
        return new ClusterExtensionController(
                catalogs,
                secrets,
                accounts,
                secretChanges,
                crdUpgrades,
                dependencies,
                events,
                deletions,
                () -> removeOrphans(client, store));
    }

    /** Reconciles every extension. */
    public void requeueAll() {
        events.requeueAll();
    }

    /** Reconciles one extension, if it exists. */
    public void requeue(String extension) {
        events.requeue(extension);
    }

    /**
     * Reconciles the extensions that wait for a change of these CustomResourceDefinitions.
     *
     * @param which whether the definition of this name may have changed
     */
    public void crdsChanged(Predicate<String> which) {
        crdUpgrades.waitingFor(which).forEach(events::requeue);
    }

    /**
     * Must be called before the caches of the operator are emptied: an extension that they lack would count as deleted.
     */
    public void stop() {
        deletions.stop();
    }

    @Override
    public void close() {
        dependencies.close();
        catalogs.close();
        accounts.close();
        secretChanges.close();
        secrets.close();
    }

    /**
     * Deletes the images of extensions that were deleted while no controller was running, so that they do not fill the
     * disk.
     */
    private static void removeOrphans(KubernetesClient client, ImageStore images) {
        Set<String> existing = client.resources(ClusterExtension.class).list().getItems().stream()
                .map(extension -> extension.getMetadata().getName())
                .collect(Collectors.toSet());
        try {
            images.retain(existing);
        } catch (IOException e) {
            LOG.warn("Unpacked bundles without users could not be deleted: {}", e.getMessage());
        }
    }
}
