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
 * @param progress shows the build of the programs
 */
public record LocalClusterOptions(Optional<Path> assets, Optional<Path> directory, String name, Progress progress) {

    /** A temporary directory, programs from the usual places, progress in plain lines on standard error. */
    public static LocalClusterOptions defaults() {
        return new LocalClusterOptions(Optional.empty(), Optional.empty(), "olm4j", Progress.plain(System.err));
    }

    public LocalClusterOptions withAssets(Path newAssets) {
        return new LocalClusterOptions(Optional.of(newAssets), directory, name, progress);
    }

    public LocalClusterOptions withDirectory(Path newDirectory) {
        return new LocalClusterOptions(assets, Optional.of(newDirectory), name, progress);
    }

    public LocalClusterOptions withName(String newName) {
        return new LocalClusterOptions(assets, directory, newName, progress);
    }

    public LocalClusterOptions withProgress(Progress newProgress) {
        return new LocalClusterOptions(assets, directory, name, newProgress);
    }
}
