package io.olm4j.localcluster;

import io.olm4j.localcluster.assets.Progress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The options of a local cluster.
 *
 * @param assets the directory of the programs; if empty, {@code AssetsProvisioner} finds them
 * @param directory the directory for the files of the cluster, created if necessary; if empty, a new temporary
 *     directory
 * @param name the name of the context, the cluster and the user in the kubeconfig files
 * @param nodes the number of nodes
 * @param progress shows the build of the programs
 */
public record LocalClusterOptions(
        Optional<Path> assets, Optional<Path> directory, String name, int nodes, Progress progress) {

    private static final int MAXIMUM_NODES = 100;

    public LocalClusterOptions {
        if (nodes < 1 || nodes > MAXIMUM_NODES) {
            throw new IllegalArgumentException("a cluster has 1 to " + MAXIMUM_NODES + " nodes, not " + nodes);
        }
    }

    /** Two nodes, a temporary directory, programs from the usual places. */
    public static LocalClusterOptions defaults() {
        return new LocalClusterOptions(Optional.empty(), Optional.empty(), "olm4j", 2, Progress.standard());
    }

    public LocalClusterOptions withAssets(Path newAssets) {
        return new LocalClusterOptions(Optional.of(newAssets), directory, name, nodes, progress);
    }

    public LocalClusterOptions withDirectory(Path newDirectory) {
        return new LocalClusterOptions(assets, Optional.of(newDirectory), name, nodes, progress);
    }

    public LocalClusterOptions withName(String newName) {
        return new LocalClusterOptions(assets, directory, newName, nodes, progress);
    }

    public LocalClusterOptions withNodes(int newNodes) {
        return new LocalClusterOptions(assets, directory, name, newNodes, progress);
    }

    public LocalClusterOptions withProgress(Progress newProgress) {
        return new LocalClusterOptions(assets, directory, name, nodes, newProgress);
    }
}
