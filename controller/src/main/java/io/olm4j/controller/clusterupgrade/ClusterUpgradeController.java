package io.olm4j.controller.clusterupgrade;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.events.EventRecorder;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.controller.options.ControllerOptions;
import java.time.Clock;
import java.util.Optional;

/**
 * Puts the parts together that have to do with upgrades of the cluster, and with operators that hold their own upgrade
 * back.
 */
public final class ClusterUpgradeController implements AutoCloseable {

    private final OpenShiftCluster cluster;
    private final OperatorConditions operatorConditions;
    private final ClusterUpgrades upgrades;
    private final Optional<ClusterUpgradeGate> gate;

    public ClusterUpgradeController(
            KubernetesClient client,
            ServedApis served,
            InstalledExtensions installed,
            EventRecorder events,
            MeterRegistry meters,
            ControllerOptions options) {
        cluster = new OpenShiftCluster(client, served);
        operatorConditions = new OperatorConditions(client, served);
        upgrades = new ClusterUpgrades(cluster, operatorConditions, events);
        gate = options.clusterUpgradeGate()
                ? Optional.of(new ClusterUpgradeGate(
                        client,
                        served,
                        cluster,
                        operatorConditions,
                        installed,
                        meters,
                        options.systemNamespace(),
                        Clock.systemUTC()))
                : Optional.empty();
    }

    /** What the ClusterExtension reconciler asks. */
    public ClusterUpgrades upgrades() {
        return upgrades;
    }

    /**
     * Starts to watch; returns when what is there is known.
     *
     * @param listener runs when the answers to the reconciler may be others than before
     */
    public void watch(Runnable listener) {
        cluster.onChange(listener);
        operatorConditions.onChange(listener);
        cluster.start();
        operatorConditions.start();
    }

    /** Starts to keep the ClusterOperator; what is installed must be known by now. */
    public void start() {
        gate.ifPresent(ClusterUpgradeGate::start);
    }

    @Override
    public void close() {
        gate.ifPresent(ClusterUpgradeGate::close);
        operatorConditions.close();
        cluster.close();
    }
}
