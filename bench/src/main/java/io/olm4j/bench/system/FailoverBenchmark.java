package io.olm4j.bench.system;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.api.ClusterExtension;
import io.olm4j.cli.cluster.Installation;
import io.olm4j.files.DirectoryTree;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.localcluster.LocalClusterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * How long no replica reconciles when the leader of two replicas of operator-controller goes.
 *
 * <p>An extension is changed right after the signal; the time ends when its status speaks of that change.
 */
public final class FailoverBenchmark {

    private static final int RUNS = 5;
    private static final int LEASE_SECONDS = 15;
    private static final String LEASE = "9c4404e7.operatorframework.io";

    private static final String EXTENSION = """
            apiVersion: olm.operatorframework.io/v1
            kind: ClusterExtension
            metadata:
              name: failover
            spec:
              namespace: default
              serviceAccount:
                name: default
              source:
                sourceType: Catalog
                catalog:
                  packageName: no-such-package
                  version: 1.0.0
            """;

    private final LocalCluster cluster;
    private final KubernetesClient admin;
    private final Path directory;
    private final Map<String, ServerUnderTest> replicas = new HashMap<>();
    private int started;

    private FailoverBenchmark(LocalCluster cluster, Path directory) {
        this.cluster = cluster;
        this.admin = cluster.adminClient();
        this.directory = directory;
    }

    /** Prints the times in milliseconds. */
    public static void main(String[] arguments) throws Exception {
        Path directory = Files.createTempDirectory("olm4j-failover-");
        try (LocalCluster cluster = LocalCluster.start(LocalClusterOptions.defaults())) {
            Installation.install(cluster.adminClient());
            Installation.apply(cluster.adminClient(), EXTENSION);
            FailoverBenchmark benchmark = new FailoverBenchmark(cluster, directory);
            try {
                System.out.println("process start to ready, ms: " + benchmark.starts());
                System.out.println(
                        "SIGTERM to the next status, ms: " + benchmark.failovers(ServerUnderTest::terminate));
                System.out.println("kill -9 to the next status, lease of " + LEASE_SECONDS + " s, ms: "
                        + benchmark.failovers(ServerUnderTest::close));
            } finally {
                benchmark.replicas.values().forEach(ServerUnderTest::close);
            }
        } finally {
            DirectoryTree.delete(directory);
        }
    }

    private List<Long> starts() throws IOException {
        List<Long> times = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            long begin = System.nanoTime();
            try (ServerUnderTest server = start()) {
                CatalogdBench.await(server::isReady);
                times.add(millisSince(begin));
            }
        }
        replicas.clear();
        return times;
    }

    private List<Long> failovers(ServerUnderTest.End end) throws IOException {
        List<Long> times = new ArrayList<>();
        while (times.size() < RUNS) {
            while (replicas.size() < 2) {
                ServerUnderTest server = start();
                CatalogdBench.await(server::isReady);
            }
            CatalogdBench.await(() -> leader().isPresent());
            String leader = leader().orElseThrow();
            long begin = System.nanoTime();
            end.of(Objects.requireNonNull(replicas.remove(leader)));
            long generation = change(times.size());
            CatalogdBench.await(() -> observed() >= generation);
            times.add(millisSince(begin));
        }
        return times;
    }

    private ServerUnderTest start() throws IOException {
        String name = "replica-" + ++started;
        ServerUnderTest server = ServerUnderTest.start(
                cluster,
                directory.resolve(name),
                name,
                "--leader-elect",
                "--leader-elect-lease-duration=" + LEASE_SECONDS + "s",
                "--leader-elect-renew-deadline=10s",
                "--leader-elect-retry-period=2s");
        replicas.put(name, server);
        return server;
    }

    /** The replica that holds the lease, if it is one that runs. */
    private Optional<String> leader() {
        return Optional.ofNullable(admin.leases()
                        .inNamespace(ControllerBench.SYSTEM)
                        .withName(LEASE)
                        .get())
                .map(lease -> lease.getSpec().getHolderIdentity().replaceFirst("_.*", ""))
                .filter(replicas::containsKey);
    }

    private long change(int run) {
        return admin.resources(ClusterExtension.class)
                .withName("failover")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"source\":{\"catalog\":{\"version\":\"1.0." + System.nanoTime() + run + "\"}}}}")
                .getMetadata()
                .getGeneration();
    }

    private long observed() {
        ClusterExtension extension =
                admin.resources(ClusterExtension.class).withName("failover").get();
        return extension.getStatus() == null
                ? 0
                : extension.getStatus().conditions().stream()
                        .filter(condition -> condition.type().equals("Progressing"))
                        .mapToLong(condition -> condition.observedGeneration())
                        .findFirst()
                        .orElse(0);
    }

    private static long millisSince(long begin) {
        return (System.nanoTime() - begin) / 1_000_000;
    }
}
