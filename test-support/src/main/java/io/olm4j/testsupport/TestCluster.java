package io.olm4j.testsupport;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.localcluster.LocalClusterOptions;
import io.olm4j.localcluster.assets.Progress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The one local cluster of a test process: started when the first test asks for it, stopped when the process ends. */
public final class TestCluster {

    private static @Nullable TestCluster shared;

    private final LocalCluster cluster;
    private final ClusterReset reset;

    private TestCluster(LocalCluster cluster) {
        this.cluster = cluster;
        this.reset = ClusterReset.to(cluster.adminClient());
    }

    /** The cluster of this process. */
    public static synchronized TestCluster shared() {
        if (shared == null) {
            shared = new TestCluster(LocalCluster.start(LocalClusterOptions.defaults()
                    .withDirectory(newDirectory())
                    .withProgress(Progress.plain(System.err))));
        }
        return shared;
    }

    public LocalCluster cluster() {
        return cluster;
    }

    /** A client that may do everything; do not close it. */
    public KubernetesClient client() {
        return cluster.adminClient();
    }

    /**
     * Removes what tests have made: custom resource definitions and namespaces with all they hold, webhooks, policies,
     * roles and so on, whatever their finalizers. To be called between test classes, when their controllers have been
     * stopped.
     *
     * @param keptDefinitions names of custom resource definitions that stay; their objects go nevertheless
     * @throws LocalClusterException if something does not go; the message names it
     */
    public synchronized void reset(String... keptDefinitions) {
        reset.run(Set.of(keptDefinitions));
    }

    /** Below the build directory of the module under test, where there is one: its logs are kept beside the reports. */
    private static Path newDirectory() {
        Path buildDirectory = Path.of("target");
        try {
            return Files.isDirectory(buildDirectory)
                    ? Files.createTempDirectory(Files.createDirectories(buildDirectory.resolve("local-cluster")), "")
                    : Files.createTempDirectory("olm4j-cluster-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
