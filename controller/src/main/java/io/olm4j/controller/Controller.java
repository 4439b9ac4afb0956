package io.olm4j.controller;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.micrometer.core.instrument.MeterRegistry;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.content.CreatedSecrets;
import io.olm4j.catalogdclient.CatalogIndex;
import io.olm4j.catalogdclient.http.CatalogHttp;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.clusterupgrade.ClusterUpgradeController;
import io.olm4j.controller.extension.ClusterExtensionController;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.controller.objectset.ClusterObjectSetController;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.process.apiserver.ApiRequestMetrics;
import io.olm4j.process.apiserver.ApiServerHttp;
import io.olm4j.process.events.EventRecorder;
import io.olm4j.process.leader.Leadership;
import io.olm4j.process.leader.LedControllers;
import io.olm4j.process.metrics.ControllerMetrics;
import io.olm4j.process.time.ClockWatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;

/** The controller process: both reconcilers on one client, from start to stop. */
public final class Controller implements AutoCloseable {

    private static final Duration HTTP_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    /** How long a stop waits for reconciles: one that hangs in a request must not delay the end of the process. */
    private static final Duration STOP_PATIENCE = Duration.ofSeconds(5);

    private final LedControllers reconciling;
    private final Leadership leadership;
    private final ClusterExtensionController extensions;
    private final ClusterObjectSetController sets;
    private final ClusterUpgradeController upgrades;
    private final ServedApis served;
    private final CatalogIndex index;
    private final OkHttpClient http;
    private final ClockWatch clock;

    private Controller(
            LedControllers reconciling,
            Leadership leadership,
            ClusterExtensionController extensions,
            ClusterObjectSetController sets,
            ClusterUpgradeController upgrades,
            ServedApis served,
            CatalogIndex index,
            OkHttpClient http,
            ClockWatch clock) {
        this.reconciling = reconciling;
        this.leadership = leadership;
        this.extensions = extensions;
        this.sets = sets;
        this.upgrades = upgrades;
        this.served = served;
        this.index = index;
        this.http = http;
        this.clock = clock;
    }

    /**
     * Fills every cache, then reconciles as soon as this replica leads; returns once this replica competes for the
     * lease.
     *
     * @param client a client only for the controller; the caller closes it after the controller. With several replicas
     *     it writes only while this replica leads
     * @throws UncheckedIOException if the cache directory or the directory of CAs cannot be used
     * @throws IllegalArgumentException if the environment names a proxy that cannot be used
     * @throws io.olm4j.applier.cluster.ApiException if the API server does not answer
     * @throws io.javaoperatorsdk.operator.OperatorException if the API server does not serve the custom resources or
     *     does not let the client read them
     */
    public static Controller start(KubernetesClient client, ControllerOptions options) {
        return start(client, options, new ApiServerHttp(new ApiRequestMetrics(options.meters()))::newClient);
    }

    /**
     * Does the same with other clients for service accounts.
     *
     * @param accountClients creates the client that all service accounts share
     */
    public static Controller start(
            KubernetesClient client, ControllerOptions options, Function<Config, KubernetesClient> accountClients) {
        OkHttpClient http = new OkHttpClient.Builder()
                .connectTimeout(CONNECT_TIMEOUT)
                .callTimeout(HTTP_TIMEOUT)
                .build();
        MeterRegistry meters = options.meters();
        var index = new CatalogIndex(
                options.cacheDirectory().resolve("catalogs"),
                catalogHttp(options),
                meters,
                options.features().bundleReleases());
        Leadership leadership = options.leadership();
        var operator = new Operator(configuration -> configuration
                .withKubernetesClient(client)
                .withCloseClientOnStop(false)
                .withMetrics(new ControllerMetrics(meters))
                .withResourceCloner(new ReconcileCloner(client.getKubernetesSerialization()))
                .checkingCRDAndValidateLocalModel(false)
                .withReconciliationTerminationTimeout(STOP_PATIENCE)
                .withExecutorService(Executors.newVirtualThreadPerTaskExecutor()));
        // The events of their watches are read at once as these classes.
        Stream.of(ClusterExtension.class, ClusterObjectSet.class, ClusterCatalog.class)
                .forEach(client.getKubernetesSerialization()::registerKubernetesResource);
        ServedApis served = ServedApis.start(client);
        var installed = new InstalledExtensions();
        var created = new CreatedSecrets();
        var events = new EventRecorder(client, Clock.systemUTC(), "operator-controller");
        var upgrades = new ClusterUpgradeController(client, served, installed, meters, options);
        ClusterExtensionController extensions = ClusterExtensionController.register(
                operator, client, index, http, installed, served, upgrades.upgrades(), events, created, options);
        CompletableFuture<Void> prepared = CompletableFuture.runAsync(extensions::prepare, Thread::startVirtualThread);
        ClusterObjectSetController sets = ClusterObjectSetController.register(
                operator,
                client,
                options,
                accountClients,
                crds -> {
                    served.mayHaveChanged();
                    extensions.crdsChanged(crds);
                },
                created);
        upgrades.watch(extensions::requeueAll, extensions::requeue);
        LedControllers reconciling = LedControllers.start(operator, leadership);
        await(prepared);
        leadership.onLead(() -> Thread.startVirtualThread(upgrades::start));
        leadership.start();
        var clock = ClockWatch.start(Clock.systemUTC(), () -> {
            extensions.requeueAll();
            sets.requeueAll();
        });
        return new Controller(reconciling, leadership, extensions, sets, upgrades, served, index, http, clock);
    }

    private static void await(CompletableFuture<Void> prepared) {
        try {
            prepared.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static OkHttpClient catalogHttp(ControllerOptions options) {
        try {
            return CatalogHttp.create(options.catalogdAuthorities(), System.getenv());
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The directory of CAs for catalogd cannot be read: "
                            + options.catalogdAuthorities().orElseThrow(),
                    e);
        }
    }

    /** Stops running roll-outs at a phase boundary, releases the lease, then closes everything. */
    @Override
    public void close() {
        clock.close();
        upgrades.stop();
        extensions.stop();
        sets.stopRollouts();
        reconciling.close();
        upgrades.close();
        leadership.close();
        extensions.close();
        sets.close();
        served.close();
        index.close();
        http.dispatcher().executorService().shutdown();
        http.connectionPool().evictAll();
    }
}
