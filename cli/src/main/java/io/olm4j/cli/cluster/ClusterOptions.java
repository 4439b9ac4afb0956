package io.olm4j.cli.cluster;

import io.olm4j.localcluster.LocalClusterOptions;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of every command that starts a cluster. */
public final class ClusterOptions {

    @Option(
            names = "--kube-assets",
            paramLabel = "DIR",
            description = "Use the control plane's programs in this directory instead of building them.")
    private @Nullable Path kubeAssets;

    /** How to start the cluster. */
    public LocalClusterOptions toLocalClusterOptions() {
        LocalClusterOptions defaults = LocalClusterOptions.defaults();
        return kubeAssets == null ? defaults : defaults.withAssets(kubeAssets);
    }
}
