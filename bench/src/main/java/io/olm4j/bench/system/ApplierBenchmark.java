package io.olm4j.bench.system;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionPlanning;
import io.olm4j.controller.Controller;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.localcluster.LocalClusterOptions;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The applier on a cluster of its own: a large revision rolled out; then 100 revisions of 50 objects at rest, and drift
 * among them. The controller runs in this process, as a service account with the rights of its manifests.
 */
public final class ApplierBenchmark {

    private static final int REVISIONS = 100;
    private static final int OBJECTS_EACH = 50;
    private static final int DRIFTS = 20;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration AT_REST = Duration.ofMinutes(1);

    private final ControllerBench bench;
    private final KubernetesClient admin;

    private ApplierBenchmark(ControllerBench bench) {
        this.bench = bench;
        this.admin = bench.admin();
    }

    /** Takes no arguments; prints a line for each figure. */
    public static void main(String[] arguments) throws Exception {
        Path cache = Files.createTempDirectory("olm4j-applier-bench-");
        try (LocalCluster cluster = LocalCluster.start(LocalClusterOptions.defaults())) {
            var bench = new ControllerBench(cluster);
            var benchmark = new ApplierBenchmark(bench);
            KubernetesClient client = bench.controllerClient();
            try (client;
                    Controller _ = Controller.start(
                            client, ControllerOptions.of(cache, ControllerBench.SYSTEM), bench::counting)) {
                benchmark.rollOut("first, in a new process");
                benchmark.rollOut("second");
                benchmark.rollOut("third");
                benchmark.rollOut("fourth");
                benchmark.rest();
            }
        } finally {
            CatalogdBench.delete(cache);
        }
        System.exit(0);
    }

    private void rollOut(String which) {
        ServiceAccountRef account = installer("mixed-" + bench.writes());
        RevisionPlanning.RevisionPlan plan =
                ControllerBench.plan(account.namespace(), account, GeneratedObjects.mixed(account.namespace()));
        long start = System.nanoTime();
        ClusterObjectSet set = bench.create(plan);
        awaitRolledOut(set);
        print("500 objects rolled out (%s): %.1f s".formatted(which, (System.nanoTime() - start) / 1e9));
        admin.resource(set).delete();
        admin.resource(set).waitUntilCondition(Objects::isNull, LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private void rest() throws InterruptedException {
        ServiceAccountRef account = installer("resting");
        List<ClusterObjectSet> sets = new ArrayList<>();
        for (int i = 0; i < REVISIONS; i++) {
            String name = "resting-" + i;
            sets.add(bench.create(ControllerBench.plan(
                    name, account, GeneratedObjects.configMaps(account.namespace(), name, OBJECTS_EACH))));
        }
        sets.forEach(this::awaitRolledOut);
        long before = ControllerBench.cpuTime();
        int requestsBefore = bench.requests();
        int writesBefore = bench.writes();
        // What is measured is that nothing happens.
        Thread.sleep(AT_REST);
        print("%d revisions at rest for %d s: %d writes, %d requests in all, %.2f s of CPU"
                .formatted(
                        REVISIONS,
                        AT_REST.toSeconds(),
                        bench.writes() - writesBefore,
                        bench.requests() - requestsBefore,
                        (ControllerBench.cpuTime() - before) / 1e9));
        heal(account.namespace());
        sets.clear();
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        print("%d managed objects: %.1f MiB of live heap"
                .formatted(
                        REVISIONS * OBJECTS_EACH,
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024.0 / 1024));
    }

    private void heal(String namespace) {
        Duration longest = Duration.ZERO;
        for (int i = 0; i < DRIFTS; i++) {
            var map = admin.configMaps().inNamespace(namespace).withName("resting-" + i + "-0");
            map.edit(drifting -> {
                drifting.getData().put("key", "drifted");
                return drifting;
            });
            long start = System.nanoTime();
            CatalogdBench.await(() -> !map.get().getData().containsValue("drifted"));
            Duration healed = Duration.ofNanos(System.nanoTime() - start);
            longest = healed.compareTo(longest) > 0 ? healed : longest;
        }
        print("drift healed, the longest of %d: %d ms".formatted(DRIFTS, longest.toMillis()));
    }

    private ServiceAccountRef installer(String namespace) {
        ServiceAccountRef account = bench.account(namespace);
        admin.resource("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: installer-%1$s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                subjects: [{kind: ServiceAccount, name: installer, namespace: %1$s}]
                """.formatted(namespace)).create();
        return account;
    }

    /** By a watch: asking again and again would take the processor from what is measured. */
    private void awaitRolledOut(ClusterObjectSet set) {
        admin.resource(set).waitUntilCondition(ApplierBenchmark::isRolledOut, LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private static boolean isRolledOut(@Nullable ClusterObjectSet set) {
        return set != null
                && set.getStatus() != null
                && Conditions.find(set.getStatus().conditions(), ConditionTypes.SUCCEEDED)
                        .isPresent();
    }

    private static void print(String line) {
        System.out.println(line);
    }
}
