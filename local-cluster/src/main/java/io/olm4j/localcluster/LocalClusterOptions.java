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
 * @param nodes the number of nodes
 * @param progress shows the build of the programs
 */
public record LocalClusterOptions(Optional<Path> assets, Optional<Path> directory, int nodes, Progress progress) {

    private static final int MAXIMUM_NODES = 100;

    public LocalClusterOptions {
        if (nodes < 1 || nodes > MAXIMUM_NODES) {
            throw new IllegalArgumentException("a cluster has 1 to " + MAXIMUM_NODES + " nodes, not " + nodes);
        }
    }

    /** Two nodes, a temporary directory, programs from the usual places. */
    public static LocalClusterOptions defaults() {
        return new LocalClusterOptions(Optional.empty(), Optional.empty(), 2, Progress.standard());
    }

    public LocalClusterOptions withAssets(Path newAssets) {
        return new LocalClusterOptions(Optional.of(newAssets), directory, nodes, progress);
    }

    public LocalClusterOptions withDirectory(Path newDirectory) {
        return new LocalClusterOptions(assets, Optional.of(newDirectory), nodes, progress);
    }

    public LocalClusterOptions withNodes(int newNodes) {
        return new LocalClusterOptions(assets, directory, newNodes, progress);
    }

    public LocalClusterOptions withProgress(Progress newProgress) {
        return new LocalClusterOptions(assets, directory, nodes, newProgress);
    }
}
