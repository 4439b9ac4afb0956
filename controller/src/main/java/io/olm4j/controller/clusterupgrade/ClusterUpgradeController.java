package io.olm4j.controller.clusterupgrade;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import io.olm4j.controller.cluster.ServedApis;
import io.olm4j.controller.installed.InstalledExtensions;
import io.olm4j.controller.options.ControllerOptions;
import java.time.Clock;
import java.util.Optional;
import java.util.function.Consumer;

/** Connects the parts that handle upgrades of the cluster and operators that block their own upgrade. */
public final class ClusterUpgradeController implements AutoCloseable {

    private final OpenShiftCluster cluster;
    private final OperatorConditions operatorConditions;
    private final ClusterUpgrades upgrades;
    private final Optional<ClusterUpgradeGate> gate;

    public ClusterUpgradeController(
            KubernetesClient client,
            ServedApis served,
            InstalledExtensions installed,
            MeterRegistry meters,
            ControllerOptions options) {
        cluster = new OpenShiftCluster(client, served);
        operatorConditions = new OperatorConditions(client, served, installed);
        upgrades = new ClusterUpgrades(cluster, operatorConditions);
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

    /** The part that answers the ClusterExtension reconciler. */
    public ClusterUpgrades upgrades() {
        return upgrades;
    }

    /**
     * Starts to watch; returns when the present objects are known.
     *
     * @param all runs when the answers about all extensions may have changed
     * @param one gets the name of an extension if only the answers about it may have changed
     */
    public void watch(Runnable all, Consumer<String> one) {
        cluster.onChange(all);
        operatorConditions.onChange(all, one);
        cluster.start();
        operatorConditions.start();
    }

    /** Starts to maintain the ClusterOperator; the installed bundles must be known by then. */
    public void start() {
        gate.ifPresent(ClusterUpgradeGate::start);
    }

    /** Ends the maintenance of the ClusterOperator, before it is no longer known which bundles are installed. */
    public void stop() {
        gate.ifPresent(ClusterUpgradeGate::close);
    }

    /** Ends the watches; reconciles that still ask would take an operator for one that forbids its upgrade. */
    @Override
    public void close() {
        stop();
        operatorConditions.close();
        cluster.close();
    }
}
