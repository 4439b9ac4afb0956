package io.olm4j.bench.system;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ConditionTypes;
import io.olm4j.api.Conditions;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.controller.Controller;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.localcluster.LocalCluster;
import io.olm4j.localcluster.LocalClusterOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What 100 revisions cost that lack rights, each with an account of its own, while somebody changes a role 50 times a
 * second: first a role that none of the accounts has, then one that all of them have. The load runs in another process.
 */
public final class StuckBenchmark {

    private static final int REVISIONS = 100;
    private static final int OBJECTS_EACH = 10;
    private static final int EVENTS_A_SECOND = 50;
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration MEASURED = Duration.ofMinutes(1);

    private final ControllerBench bench;
    private final KubernetesClient admin;
    private final Path kubeconfig;

    private StuckBenchmark(ControllerBench bench, Path kubeconfig) {
        this.bench = bench;
        this.admin = bench.admin();
        this.kubeconfig = kubeconfig;
    }

    /** Takes no arguments; prints a line for each figure. */
    public static void main(String[] arguments) throws Exception {
        Path cache = Files.createTempDirectory("olm4j-stuck-bench-");
        try (LocalCluster cluster = LocalCluster.start(LocalClusterOptions.defaults())) {
            var bench = new ControllerBench(cluster);
            var benchmark = new StuckBenchmark(bench, cluster.kubeconfig());
            KubernetesClient client = bench.controllerClient();
            try (client;
                    Controller _ = Controller.start(
                            client, ControllerOptions.of(cache, ControllerBench.SYSTEM), bench::counting)) {
                benchmark.run();
            }
        } finally {
            CatalogdBench.delete(cache);
        }
        System.exit(0);
    }

    private void run() throws Exception {
        role("of-others", "system:serviceaccounts:none");
        role("of-all", "system:serviceaccounts");
        List<ClusterObjectSet> sets = new ArrayList<>();
        for (int i = 0; i < REVISIONS; i++) {
            ServiceAccountRef account = bench.account("stuck-" + i);
            sets.add(bench.create(ControllerBench.plan(
                    account.namespace(),
                    account,
                    GeneratedObjects.configMaps(account.namespace(), "map", OBJECTS_EACH))));
        }
        sets.forEach(set ->
                admin.resource(set).waitUntilCondition(StuckBenchmark::isRefused, LIMIT.toSeconds(), TimeUnit.SECONDS));
        // They look twice more, because the authorizer may have been late.
        Thread.sleep(MEASURED);
        measure("no events");
        try (var _ = new Load("of-others")) {
            measure("events on a role that none of the accounts has, first minute");
            measure("… second minute");
            measure("… third minute");
            measure("… fourth minute");
        }
        try (var _ = new Load("of-all")) {
            measure("events on a role that all accounts have, first minute");
            measure("… second minute");
            measure("… third minute");
            measure("… fourth minute");
        }
    }

    private void role(String name, String group) {
        List<HasMetadata> both = List.of(
                new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build(),
                new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", name)
                        .addNewSubject("rbac.authorization.k8s.io", "Group", group, null)
                        .build());
        both.forEach(object -> admin.resource(object).create());
    }

    private void measure(String what) throws InterruptedException {
        long before = ControllerBench.cpuTime();
        int requests = bench.requests();
        Thread.sleep(MEASURED);
        System.out.printf(
                "%d stuck revisions, %s: %.1f %% of a core, %.1f requests a second%n",
                REVISIONS,
                what,
                100.0 * (ControllerBench.cpuTime() - before) / MEASURED.toNanos(),
                (bench.requests() - requests) / (double) MEASURED.toSeconds());
    }

    private static boolean isRefused(@Nullable ClusterObjectSet set) {
        return set != null
                && set.getStatus() != null
                && Conditions.find(set.getStatus().conditions(), ConditionTypes.PROGRESSING)
                        .filter(condition -> condition.reason().equals(Reasons.BLOCKED))
                        .isPresent();
    }

    /** The load while it is open; says in the end how many changes it made. */
    private final class Load implements AutoCloseable {

        private final Process process;

        Load(String role) throws IOException {
            process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            RbacLoad.class.getName(),
                            kubeconfig.toString(),
                            role,
                            Integer.toString(EVENTS_A_SECOND))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
                System.out.println(out.readLine() + " changes");
            }
            process.onExit().join();
        }
    }
}
