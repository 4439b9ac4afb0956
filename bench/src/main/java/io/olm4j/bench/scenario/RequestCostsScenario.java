package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionStatus;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetStatus;
import io.olm4j.api.Condition;
import java.util.List;
import java.util.function.IntConsumer;

/**
 * What the API server needs for one request of each kind that an installation causes: copies of the resources of an
 * installed extension, one request after the other, while olm4j does not run.
 */
final class RequestCostsScenario implements Scenario {

    private static final int REQUESTS = 200;

    @Override
    public String name() {
        return "request-costs";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings)) {
            InstalledExample example = InstalledExample.install(bench);
            for (int run = 0; run < settings.runs(); run++) {
                new Costs(bench, figures, "bench-" + run + "-")
                        .measure(
                                example.extension(),
                                example.set(),
                                example.content().getFirst());
            }
        }
    }

    private record Costs(BenchCluster bench, Figures figures, String prefix) {

        void measure(ClusterExtension extension, ClusterObjectSet set, Secret content) throws InterruptedException {
            KubernetesClient admin = bench.admin();
            of(
                    "a ConfigMap by server-side apply",
                    i -> apply(new ConfigMapBuilder()
                            .withMetadata(named(i))
                            .addToData("key", "value")
                            .build()));
            of(
                    "a Secret with the objects of a revision, created",
                    i -> create(new SecretBuilder(content)
                            .withMetadata(named(i, content))
                            .build()));
            of(
                    "… and read",
                    i -> admin.secrets()
                            .inNamespace(InstalledExample.NAMESPACE)
                            .withName(prefix + i)
                            .get());
            of(
                    "a token",
                    i -> admin.serviceAccounts()
                            .inNamespace(InstalledExample.NAMESPACE)
                            .withName("default")
                            .tokenRequest(new TokenRequestBuilder()
                                    .withNewSpec()
                                    .withExpirationSeconds(3600L)
                                    .endSpec()
                                    .build()));
            of("a ClusterObjectSet, created", i -> {
                var copy = new ClusterObjectSet();
                copy.setMetadata(named(i, set));
                copy.setSpec(set.getSpec());
                create(copy);
            });
            of("a status of a ClusterObjectSet", i -> {
                var patch = new ClusterObjectSet();
                patch.setMetadata(named(i));
                patch.setStatus(new ClusterObjectSetStatus(
                        changed(set.statusOrEmpty().conditions()),
                        set.statusOrEmpty().observedPhases()));
                InstalledExample.applyStatus(admin, patch);
            });
            of("a ClusterExtension, created", i -> {
                var copy = new ClusterExtension();
                copy.setMetadata(named(i));
                copy.setSpec(extension.getSpec());
                create(copy);
            });
            of("a status of a ClusterExtension", i -> {
                ClusterExtensionStatus status = extension.getStatus();
                var patch = new ClusterExtension();
                patch.setMetadata(named(i));
                patch.setStatus(new ClusterExtensionStatus(
                        changed(status.conditions()), status.install(), status.activeRevisions()));
                InstalledExample.applyStatus(admin, patch);
            });
        }

        private void of(String request, IntConsumer send) throws InterruptedException {
            bench.awaitQuiet();
            UsageSnapshot before = UsageSnapshot.of(bench.cluster(), bench.olm());
            for (int i = 0; i < REQUESTS; i++) {
                send.accept(i);
            }
            UsageSnapshot after = UsageSnapshot.of(bench.cluster(), bench.olm());
            figures.add(
                    request, "CPU of the API server", "ms", 1000 * (after.apiServer() - before.apiServer()) / REQUESTS);
            figures.add(request, "CPU of etcd", "ms", 1000 * (after.etcd() - before.etcd()) / REQUESTS);
        }

        private ObjectMeta named(int number, HasMetadata as) {
            return new ObjectMetaBuilder(named(number))
                    .withLabels(as.getMetadata().getLabels())
                    .withAnnotations(as.getMetadata().getAnnotations())
                    .build();
        }

        private ObjectMeta named(int number) {
            return new ObjectMetaBuilder().withName(prefix + number).build();
        }

        private void create(HasMetadata object) {
            bench.admin().resource(placed(object)).create();
        }

        private void apply(HasMetadata object) {
            bench.admin().resource(placed(object)).patch(InstalledExample.APPLY);
        }

        private static HasMetadata placed(HasMetadata object) {
            if (object instanceof Namespaced) {
                object.getMetadata().setNamespace(InstalledExample.NAMESPACE);
            }
            return object;
        }

        private static List<Condition> changed(List<Condition> conditions) {
            return conditions.stream()
                    .map(condition -> new Condition(
                            condition.type(),
                            condition.status(),
                            condition.reason(),
                            "Changed: " + condition.message(),
                            condition.observedGeneration(),
                            condition.lastTransitionTime()))
                    .toList();
        }
    }
}
