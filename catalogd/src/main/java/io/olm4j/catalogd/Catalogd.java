package io.olm4j.catalogd;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.catalogd.template.ClusterVersions;
import io.olm4j.oci.pullsecrets.PullSecrets;
import io.olm4j.oci.registry.RegistryClient;
import io.olm4j.oci.store.ImageStore;
import io.olm4j.process.events.EventRecorder;
import io.olm4j.process.leader.Leadership;
import io.olm4j.process.metrics.ControllerMetrics;
import io.olm4j.process.time.ClockWatch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The catalog service in this process: it unpacks every ClusterCatalog of a cluster and serves it over HTTP. */
public final class Catalogd implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Catalogd.class);

    /** More than the catalogs that wait for a slow registry at the same time. */
    private static final int CATALOGS_AT_ONCE = 50;

    private final Operator operator;
    private final Leadership leadership;
    private final CatalogService service;
    private final PullSecrets secrets;
    private final ClusterVersions versions;
    private final GarbageCollection garbage;
    private final ClockWatch clock;
    private final CatalogRequeueSource catalogs;
    private final CatalogUnpacker unpacker;

    private Catalogd(
            Operator operator,
            Leadership leadership,
            CatalogService service,
            PullSecrets secrets,
            ClusterVersions versions,
            GarbageCollection garbage,
            ClockWatch clock,
            CatalogRequeueSource catalogs,
            CatalogUnpacker unpacker) {
        this.operator = operator;
        this.leadership = leadership;
        this.service = service;
        this.secrets = secrets;
        this.versions = versions;
        this.garbage = garbage;
        this.clock = clock;
        this.catalogs = catalogs;
        this.unpacker = unpacker;
    }

    /**
     * Starts it with a new service; returns when it serves the content on disk and watches the catalogs.
     *
     * @param client a client of a cluster with the CustomResourceDefinition of ClusterCatalog; it stays open
     * @throws IOException if the cache directory or the address cannot be used
     */
    public static Catalogd start(KubernetesClient client, CatalogdOptions options) throws IOException {
        return start(client, CatalogService.start(options), options);
    }

    /**
     * Starts it with a running service; returns when it watches the catalogs.
     *
     * @param client a client of a cluster with the CustomResourceDefinition of ClusterCatalog; it stays open
     * @param service started with the same options; {@link #close} closes it, and so does a failed start
     * @throws IOException if the cache directory cannot be used
     */
    public static Catalogd start(KubernetesClient client, CatalogService service, CatalogdOptions options)
            throws IOException {
        CatalogRequeueSource wakeUps = new CatalogRequeueSource();
        try {
            PullSecrets secrets = PullSecrets.start(client, options.pullSecrets(), wakeUps::requeueAll);
            try {
                return start(client, service, options, secrets, wakeUps);
            } catch (IOException | RuntimeException e) {
                secrets.close();
                throw e;
            }
        } catch (IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    private static Catalogd start(
            KubernetesClient client,
            CatalogService service,
            CatalogdOptions options,
            PullSecrets secrets,
            CatalogRequeueSource wakeUps)
            throws IOException {
        ImageStore images = new ImageStore(
                options.cacheDirectory().resolve("unpack"),
                RegistryClient.create(options.registries().withCredentials(secrets)));
        Clock clock = Clock.systemUTC();
        CatalogUnpacker unpacker = new CatalogUnpacker(images, service.contents(), service.metrics());
        service.contents().onLost(wakeUps::requeue);
        GarbageCollection garbage = new GarbageCollection(client, service.contents(), images, unpacker);
        garbage.collectAtStart();
        ClusterVersions versions = new ClusterVersions(client, wakeUps::requeueAll);
        Leadership leadership = options.leadership();
        leadership.onLead(wakeUps::requeueAll);
        var metrics = new CatalogMetrics(options.meters(), unpacker::isServing, clock);
        leadership.onLost(metrics::pollsNoLonger);
        try {
            // The events of its watch are read at once as this class.
            client.getKubernetesSerialization().registerKubernetesResource(ClusterCatalog.class);
            Operator operator = new Operator(configuration -> configuration
                    .withKubernetesClient(client)
                    .withCloseClientOnStop(false)
                    .withMetrics(new ControllerMetrics(options.meters()))
                    .withExecutorService(Executors.newFixedThreadPool(
                            CATALOGS_AT_ONCE,
                            Thread.ofVirtual().name("catalog-", 0).factory()))
                    .withReconciliationTerminationTimeout(Duration.ofSeconds(5)));
            var reconciler = new ClusterCatalogReconciler(
                    unpacker,
                    versions,
                    wakeUps,
                    CatalogUrls.of(options.externalBaseUrl(), service.address(), service.isSecure()),
                    leadership,
                    metrics,
                    new EventRecorder(client, clock, "catalogd"),
                    options.timing(),
                    clock);
            operator.register(
                    reconciler, configuration -> CatalogdConfiguration.apply(configuration, reconciler::isSettled));
            operator.start();
            leadership.start();
            LOG.info("Serving catalogs on {}", service.address());
            garbage.start(options.timing().garbageCollection());
            return new Catalogd(
                    operator,
                    leadership,
                    service,
                    secrets,
                    versions,
                    garbage,
                    ClockWatch.start(clock, wakeUps::requeueAll),
                    wakeUps,
                    unpacker);
        } catch (RuntimeException e) {
            leadership.close();
            versions.close();
            throw e;
        }
    }

    /** The address at which catalogs are served. */
    public InetSocketAddress address() {
        return service.address();
    }

    /** Whether this is the replica that writes to the cluster. */
    public boolean isLeader() {
        return leadership.isLeader();
    }

    /**
     * The catalogs that have a resolved image and that this replica cannot serve, by name, each with the reason why the
     * last attempt failed; without a reason if none has ended yet. An older image on the disk counts as served.
     */
    public Map<String, Optional<String>> lacking() {
        Map<String, Optional<String>> lacking = new TreeMap<>();
        catalogs.known().stream()
                .filter(catalog -> !catalog.isMarkedForDeletion() && !catalog.isDisabled())
                .filter(catalog -> catalog.statusOrEmpty().resolvedRef().isPresent())
                .map(catalog -> catalog.getMetadata().getName())
                .filter(name -> !unpacker.isServing(name))
                .forEach(name -> lacking.put(name, unpacker.failure(name)));
        return lacking;
    }

    /** Stops watching, then serving. The content on disk stays for the next start. */
    @Override
    public void close() {
        clock.close();
        garbage.close();
        operator.stop();
        leadership.close();
        service.close();
        secrets.close();
        versions.close();
    }
}
