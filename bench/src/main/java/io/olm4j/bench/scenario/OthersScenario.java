package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.localcluster.Kubectl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a user of the API server without priority notices while extensions are installed. */
final class OthersScenario implements Scenario {

    private static final String USER = "bench-user";
    private static final Duration IDLE = Duration.ofSeconds(20);

    @Override
    public String name() {
        return "others";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings);
                SmallExtensions load = new SmallExtensions(bench.admin())) {
            SmallOperators operators = SmallOperators.push(bench, settings.extensions(), SmallOperators.OLD);
            List<String> names = operators.names();
            String manifest = names.stream()
                    .map(name -> SmallExtensions.manifest(name, Optional.empty()))
                    .collect(Collectors.joining("---\n"));
            bench.apply(UserTraffic.configMap());
            bench.apply("""
                    apiVersion: rbac.authorization.k8s.io/v1
                    kind: ClusterRoleBinding
                    metadata: {name: %1$s}
                    roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
                    subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: %1$s}]
                    """.formatted(USER));
            KubernetesClient user = bench.cluster().clientForUser(USER);
            bench.restartOlm();
            operators.offer(SmallOperators.OLD);
            load.install(names, SmallOperators.OLD);
            load.delete(names);
            var measurement = new Measurement(bench, figures);
            for (int run = 0; run < settings.runs(); run++) {
                bench.awaitQuiet();
                traffic(user, figures, "a user's requests on a quiet cluster", () -> Thread.sleep(IDLE));
                String beside = "a user's requests while %d are installed".formatted(names.size());
                measurement.of(
                        beside, () -> traffic(user, figures, beside, () -> load.install(names, SmallOperators.OLD)));
                load.delete(names);
                measurement.of("%d applied by kubectl".formatted(names.size()), () -> {
                    long start = System.nanoTime();
                    apply(bench.cluster().kubectl(), manifest);
                    figures.add(
                            "%d applied by kubectl".formatted(names.size()),
                            "until kubectl ended",
                            "s",
                            (System.nanoTime() - start) / 1e9);
                    load.watch().awaitInstalled(names, SmallOperators.OLD);
                });
                load.delete(names);
            }
        }
    }

    private static void apply(Kubectl kubectl, String manifest) {
        Kubectl.Result result = kubectl.runWithInput(manifest, "apply", "--as=" + USER, "-f", "-");
        if (result.exitCode() != 0) {
            throw new IllegalStateException("kubectl apply failed: " + result.output());
        }
    }

    private static void traffic(KubernetesClient user, Figures figures, String subject, Measurement.Action action)
            throws Exception {
        UserTraffic traffic = UserTraffic.start(user);
        try (traffic) {
            action.run();
        }
        figures.add(subject, "50th percentile", "ms", Percentiles.of(traffic.millis(), 50));
        figures.add(subject, "99th percentile", "ms", Percentiles.of(traffic.millis(), 99));
        figures.add(subject, "longest", "ms", Percentiles.of(traffic.millis(), 100));
        figures.add(subject, "failed requests", "", traffic.failures());
    }
}
