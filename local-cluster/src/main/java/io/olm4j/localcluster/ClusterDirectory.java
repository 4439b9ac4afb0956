package io.olm4j.localcluster;

import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.assets.Component;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The files of one cluster. Only one cluster uses a directory at a time. */
final class ClusterDirectory implements AutoCloseable {

    private final Path root;
    private final FileChannel lock;
    private final boolean temporary;

    private ClusterDirectory(Path root, FileChannel lock, boolean temporary) {
        this.root = root;
        this.lock = lock;
        this.temporary = temporary;
    }

    /**
     * Locks a directory and removes the files that an earlier cluster left in it.
     *
     * @param wanted created if necessary; if empty, a new temporary directory is used
     * @throws LocalClusterException if a running cluster uses it
     */
    static ClusterDirectory open(Optional<Path> wanted) throws IOException {
        Path root = wanted.isPresent()
                ? Files.createDirectories(wanted.get().toAbsolutePath())
                : Files.createTempDirectory("olm4j-cluster-");
        FileChannel lock = lock(root.resolve("in-use"));
        ClusterDirectory directory = new ClusterDirectory(root.toRealPath(), lock, wanted.isEmpty());
        directory.deleteState();
        DirectoryTree.delete(directory.logs());
        return directory;
    }

    /** Creates the directories that the components expect. */
    void create() throws IOException {
        for (Path part : new Path[] {logs(), certificates(), registryBlobs(), bin()}) {
            Files.createDirectories(part);
        }
    }

    private static FileChannel lock(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        @Nullable FileLock held;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            held = null;
        }
        if (held == null) {
            channel.close();
            throw new LocalClusterException(
                    "The directory %s is in use by a running cluster: stop that or name another directory."
                            .formatted(file.getParent()));
        }
        return channel;
    }

    Path root() {
        return root;
    }

    Path logs() {
        return root.resolve("logs");
    }

    Path log(Component component) {
        return logs().resolve(component.program() + ".log");
    }

    Path etcdData() {
        return root.resolve("etcd");
    }

    Path registryBlobs() {
        return root.resolve("registry");
    }

    Path bin() {
        return root.resolve("bin");
    }

    /** The directory to which the API server writes its self-signed certificate. */
    Path certificates() {
        return root.resolve("certificates");
    }

    /** The certificate of the API server and the authority that signed it. */
    Path authority() {
        return certificates().resolve("apiserver.crt");
    }

    Path serviceAccountKey() {
        return root.resolve("service-accounts.key");
    }

    Path tokens() {
        return root.resolve("tokens.csv");
    }

    Path stages() {
        return root.resolve("nodes-and-pods.yaml");
    }

    /** What the API server logs of each request; it logs nothing without the file. */
    Path auditPolicy() {
        return root.resolve("audit-policy.yaml");
    }

    Path kubeconfig() {
        return root.resolve("kubeconfig");
    }

    Path kubeconfig(Component component) {
        return root.resolve(component.program() + ".kubeconfig");
    }

    /** Removes the files of a stopped cluster. If the user named the directory, the logs remain. */
    void deleteRemains() throws IOException {
        if (temporary) {
            DirectoryTree.delete(root);
        } else {
            deleteState();
        }
    }

    /** Removes the cluster's state, its keys and its certificates; the logs remain. */
    void deleteState() throws IOException {
        for (Path part : new Path[] {etcdData(), registryBlobs(), certificates(), bin()}) {
            DirectoryTree.delete(part);
        }
        for (Path file : new Path[] {
            serviceAccountKey(),
            tokens(),
            stages(),
            auditPolicy(),
            kubeconfig(),
            kubeconfig(Component.CONTROLLER_MANAGER),
            kubeconfig(Component.SCHEDULER),
            kubeconfig(Component.KWOK)
        }) {
            Files.deleteIfExists(file);
        }
    }

    @Override
    public void close() throws IOException {
        lock.close();
    }
}
