package io.olm4j.bench.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.localcluster.BoundedWait;
import io.olm4j.testsupport.SmallBundles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Applies the objects of the extensions without olm4j: the least that the API server has to do. */
final class FloorScenario implements Scenario {

    private static final int IN_FLIGHT = 16;
    private static final int WARM_UP = 10;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "floor";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings)) {
            List<List<GenericKubernetesResource>> operators = new ArrayList<>();
            for (String name : SmallOperators.names(settings.extensions())) {
                bench.apply(SmallBundles.installer(name));
                operators.add(objects(name));
            }
            KubernetesClient admin = bench.admin();
            apply(admin, operators.subList(0, Math.min(WARM_UP, operators.size())));
            delete(admin, operators.subList(0, Math.min(WARM_UP, operators.size())));
            var measurement = new Measurement(bench, figures);
            for (int run = 0; run < settings.runs(); run++) {
                measurement.of(
                        "the objects of %d, plain server-side apply".formatted(settings.extensions()),
                        () -> apply(admin, operators));
                delete(admin, operators);
            }
        }
    }

    private static List<GenericKubernetesResource> objects(String name) throws IOException {
        List<GenericKubernetesResource> objects = new ArrayList<>();
        for (ObjectNode object : SmallOperators.objects(name, SmallOperators.OLD)) {
            objects.add(Serialization.unmarshal(object.toString(), GenericKubernetesResource.class));
        }
        return objects;
    }

    /** Several operators at once, the objects of each in turn. */
    private static void apply(KubernetesClient admin, List<List<GenericKubernetesResource>> operators)
            throws Exception {
        List<Future<?>> running = new ArrayList<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(IN_FLIGHT)) {
            operators.forEach(objects -> running.add(threads.submit(() -> objects.forEach(
                    object -> admin.resource(object).forceConflicts().serverSideApply()))));
        }
        for (Future<?> operator : running) {
            operator.get();
        }
    }

    /** Returns when none of them is left; a definition goes some time after its deletion. */
    private static void delete(KubernetesClient admin, List<List<GenericKubernetesResource>> operators) {
        operators.forEach(objects ->
                objects.reversed().forEach(object -> admin.resource(object).delete()));
        boolean gone = BoundedWait.lasting(LIMIT)
                .until(() -> operators.stream()
                        .flatMap(List::stream)
                        .allMatch(object -> admin.resource(object).get() == null));
        if (!gone) {
            throw new IllegalStateException("the objects are not gone within %d s".formatted(LIMIT.toSeconds()));
        }
    }
}
