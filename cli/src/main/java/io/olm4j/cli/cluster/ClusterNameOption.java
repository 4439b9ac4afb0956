package io.olm4j.cli.cluster;

import picocli.CommandLine.Option;

/** The option {@code --name}. */
public final class ClusterNameOption {

    @Option(
            names = "--name",
            paramLabel = "CLUSTER",
            defaultValue = ClusterName.DEFAULT_VALUE,
            converter = ClusterName.Converter.class,
            description = "The name of the cluster; clusters with different names run side by side."
                    + " Default: ${DEFAULT-VALUE}.")
    private ClusterName name = ClusterName.DEFAULT;

    /** The cluster that the user named. */
    ClusterName value() {
        return name;
    }
}
