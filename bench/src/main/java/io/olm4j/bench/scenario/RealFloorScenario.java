package io.olm4j.bench.scenario;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.testsupport.Definitions;
import java.util.List;
import java.util.function.Predicate;

/**
 * Applies the objects of the twenty real operators without olm4j, one operator after the other, then all at once: the
 * definitions at once, then all else when these are established.
 */
final class RealFloorScenario implements Scenario {

    @Override
    public String name() {
        return "real-floor";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings)) {
            RealOperator first = RealOperators.ALL.getFirst();
            RealOperators.ALL.forEach(operator -> bench.apply(operator.installer()));
            List<GenericKubernetesResource> warmUp = objects(first);
            apply(bench.admin(), warmUp);
            delete(bench.admin(), warmUp);
            for (int run = 0; run < settings.runs(); run++) {
                for (RealOperator operator : RealOperators.ALL) {
                    List<GenericKubernetesResource> objects = objects(operator);
                    bench.awaitQuiet();
                    long start = System.nanoTime();
                    apply(bench.admin(), objects);
                    figures.add(
                            operator.packageName() + ", plain server-side apply",
                            "wall",
                            "s",
                            (System.nanoTime() - start) / 1e9);
                    delete(bench.admin(), objects);
                }
                List<GenericKubernetesResource> all = RealOperators.ALL.stream()
                        .flatMap(operator -> objects(operator).stream())
                        .toList();
                new Measurement(bench, figures)
                        .of("twenty real operators at once, plain server-side apply", () -> apply(bench.admin(), all));
                delete(bench.admin(), all);
            }
        }
    }

    /** Without those of cert-manager, whose kinds the cluster does not have. */
    private static List<GenericKubernetesResource> objects(RealOperator operator) {
        return FloorScenario.resources(operator.objects()).stream()
                .filter(object -> !object.getApiVersion().startsWith("cert-manager.io/"))
                .toList();
    }

    private static void apply(KubernetesClient admin, List<GenericKubernetesResource> objects) throws Exception {
        List<List<GenericKubernetesResource>> definitions = singly(objects, FloorScenario::isDefinition);
        FloorScenario.apply(admin, definitions);
        definitions.forEach(definition -> Definitions.awaitEstablished(
                admin, definition.getFirst().getMetadata().getName()));
        FloorScenario.apply(admin, singly(objects, object -> !FloorScenario.isDefinition(object)));
    }

    /** Those of the objects, each in a list of its own. */
    private static List<List<GenericKubernetesResource>> singly(
            List<GenericKubernetesResource> objects, Predicate<GenericKubernetesResource> which) {
        return objects.stream().filter(which).map(List::of).toList();
    }

    private static void delete(KubernetesClient admin, List<GenericKubernetesResource> objects) throws Exception {
        FloorScenario.delete(admin, singly(objects, _ -> true));
    }
}
