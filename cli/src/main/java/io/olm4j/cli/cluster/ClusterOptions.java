package io.olm4j.cli.cluster;

import io.olm4j.cli.output.Terminal;
import io.olm4j.localcluster.LocalClusterOptions;
import io.olm4j.localcluster.assets.Progress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every command that starts a cluster. */
public final class ClusterOptions {

    @Mixin
    private final ClusterNameOption name = new ClusterNameOption();

    @Option(
            names = "--kube-assets",
            paramLabel = "DIR",
            description = "Use the control plane's programs in this directory instead of building them.")
    private @Nullable Path kubeAssets;

    @Option(
            names = "--cluster-upgrade-gate",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Let installed operators block upgrades of an OpenShift cluster by the ClusterOperator olm."
                    + " Default: true.")
    private boolean clusterUpgradeGate;

    /** The name of the cluster. */
    public ClusterName name() {
        return name.value();
    }

    /** The flags of operator-controller on the cluster. */
    List<String> controllerFlags() {
        return clusterUpgradeGate ? List.of() : List.of("--feature-gates=ClusterUpgradeGate=false");
    }

    /** The flags that make another process do the same. */
    List<String> flags() {
        List<String> flags = new ArrayList<>(name().flags());
        if (kubeAssets != null) {
            flags.addAll(List.of("--kube-assets", kubeAssets.toString()));
        }
        if (!clusterUpgradeGate) {
            flags.add("--no-cluster-upgrade-gate");
        }
        return flags;
    }

    /** How to start the cluster. */
    public LocalClusterOptions toLocalClusterOptions() {
        LocalClusterOptions defaults =
                LocalClusterOptions.defaults().withName(name().context()).withProgress(progress());
        return kubeAssets == null ? defaults : defaults.withAssets(kubeAssets);
    }

    private static Progress progress() {
        return Terminal.isError() ? Progress.rewriting(System.err) : Progress.plain(System.err);
    }
}
