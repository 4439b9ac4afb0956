package io.olm4j.controller.clusterupgrade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.micrometer.core.instrument.MeterRegistry;
import io.olm4j.controller.cluster.CoalescingTask;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.cluster.ServedInformer;
import io.olm4j.controller.clusterupgrade.OpenShiftCluster.Release;
import io.olm4j.controller.installed.InstalledExtension;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.fbc.property.ApiKind;
import io.olm4j.process.time.SteadyTime;
import java.net.HttpURLConnection;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Maintains the status of the ClusterOperator {@code olm}, which blocks a minor or major upgrade of an OpenShift
 * cluster if an installed operator does not support it. It does nothing if the API server does not serve
 * config.openshift.io/v1.
 */
final class ClusterUpgradeGate implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ClusterUpgradeGate.class);

    private static final ApiKind CLUSTER_OPERATOR = new ApiKind("config.openshift.io", "v1", "ClusterOperator");
    private static final String NAME = "olm";
    private static final Duration DELAY = Duration.ofMillis(100);

    /** The most writes of the same status within a minute; another client may overwrite it each time. */
    private static final int REPETITIONS = 10;

    /** The most writes of different statuses within a minute; an operator may state another reason each time. */
    private static final int CHANGES = 60;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String OLM4J = Optional.ofNullable(
                    ClusterUpgradeGate.class.getPackage().getImplementationVersion())
            .orElse("development");

    private final KubernetesClient client;
    private final OpenShiftCluster cluster;
    private final OperatorConditions operatorConditions;
    private final InstalledExtensions installed;
    private final String systemNamespace;
    private final Clock clock;
    private final SteadyTime time = new SteadyTime();
    private final CoalescingTask task = new CoalescingTask("cluster-upgrade-gate", DELAY, this::run);
    private final ServedInformer clusterOperator;
    private final WriteRateLimit repetitions = new WriteRateLimit(REPETITIONS);
    private final WriteRateLimit changes = new WriteRateLimit(CHANGES);
    private Optional<ClusterOperatorStatus> written = Optional.empty();
    private Instant warned = Instant.MIN;
    private final AtomicInteger blockers = new AtomicInteger();
    private final AtomicBoolean started = new AtomicBoolean();

    /**
     * Creates a gate.
     *
     * @param meters gets the gauge {@code olm.cluster.upgrade.blockers}: how many installed bundles block the upgrade,
     *     or 1 if the version of the cluster cannot be read
     */
    public ClusterUpgradeGate(
            KubernetesClient client,
            ServedApis apis,
            OpenShiftCluster cluster,
            OperatorConditions operatorConditions,
            InstalledExtensions installed,
            MeterRegistry meters,
            String systemNamespace,
            Clock clock) {
        this.client = client;
        this.cluster = cluster;
        this.operatorConditions = operatorConditions;
        this.installed = installed;
        this.systemNamespace = systemNamespace;
        this.clock = clock;
        clusterOperator = new ServedInformer(
                client,
                apis,
                CLUSTER_OPERATOR,
                "clusteroperators",
                false,
                Optional.of(NAME),
                _ -> task.trigger(),
                task::trigger);
        meters.gauge("olm.cluster.upgrade.blockers", blockers);
    }

    /** Starts to maintain the status, if it has not started; the installed bundles must be known by then. */
    public void start() {
        if (started.getAndSet(true)) {
            return;
        }
        cluster.onChange(task::trigger);
        operatorConditions.onChange(task::trigger, _ -> task.trigger());
        installed.onChange(task::trigger);
        clusterOperator.start();
        task.trigger();
    }

    private void run() {
        switch (cluster.release()) {
            case Release.None() -> blockers.set(0);
            case Release.Unreadable(String problem) -> {
                blockers.set(1); // Which bundles would block is not known.
                write(Verdict.unknownVersion(problem), Optional.empty());
            }
            case Release.Known(String text, OpenShiftVersion version) -> {
                if (operatorConditions.isBeingRead()) {
                    return; // It triggers the task when it has ended.
                }
                List<Blocker> found = new ArrayList<>(Blockers.of(installed.list(), version, this::notUpgradeable));
                found.addAll(Blockers.of(installed.unknown()));
                blockers.set(found.size());
                write(Verdict.of(version, found), Optional.of(text));
            }
        }
    }

    private Optional<String> notUpgradeable(InstalledExtension extension) {
        return operatorConditions.whyNotUpgradeable(
                extension.installNamespace(), extension.bundle().name());
    }

    private void write(Verdict verdict, Optional<String> release) {
        if (!clusterOperator.isSynced()) {
            return;
        }
        Optional<GenericKubernetesResource> known = clusterOperator.get("", NAME);
        GenericKubernetesResource live = known.isPresent() ? known.get() : create();
        JsonNode status = JSON.valueToTree(live).path("status");
        var wanted = new ClusterOperatorStatus(verdict, release, OLM4J, systemNamespace);
        ObjectNode next = wanted.appliedTo(status, clock.instant());
        if (next.equals(status)) {
            return;
        }
        Optional<Duration> pause = pause(wanted);
        if (pause.isPresent()) {
            task.triggerAfter(pause.get());
            return;
        }
        var changed = JSON.convertValue(JSON.<JsonNode>valueToTree(live), GenericKubernetesResource.class);
        changed.setAdditionalProperty("status", JSON.convertValue(next, Object.class));
        try {
            client.resource(changed).updateStatus();
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_CONFLICT) {
                LOG.debug("the ClusterOperator {} has changed; its event comes", NAME);
                return;
            }
            throw e;
        }
        written = Optional.of(wanted);
        LOG.atInfo()
                .addKeyValue("clusterOperator", NAME)
                .addKeyValue("upgradeable", verdict.upgradeable())
                .addKeyValue("reason", verdict.reason())
                .log("The reasons that block upgrades of the cluster were written");
    }

    private Optional<Duration> pause(ClusterOperatorStatus wanted) {
        Instant now = time.instant();
        if (!written.equals(Optional.of(wanted))) {
            return changes.pause(now);
        }
        Optional<Duration> pause = repetitions.pause(now);
        if (pause.isPresent() && !now.isBefore(warned)) {
            warned = now.plus(pause.get());
            LOG.warn(
                    "The ClusterOperator {} was written {} times within a minute. Another program, such as"
                            + " cluster-olm-operator, may write it too. It is written again in {} s",
                    NAME,
                    REPETITIONS,
                    pause.get().toSeconds());
        }
        return pause;
    }

    private GenericKubernetesResource create() {
        var created = new GenericKubernetesResource();
        created.setApiVersion(CLUSTER_OPERATOR.group() + "/" + CLUSTER_OPERATOR.version());
        created.setKind(CLUSTER_OPERATOR.kind());
        created.setMetadata(new ObjectMetaBuilder().withName(NAME).build());
        created.setAdditionalProperty("spec", Map.of());
        return client.resource(created).create();
    }

    @Override
    public void close() {
        clusterOperator.close();
        task.close();
    }
}
