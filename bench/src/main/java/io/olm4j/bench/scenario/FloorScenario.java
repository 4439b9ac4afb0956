package io.olm4j.bench.scenario;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.localcluster.BoundedWait;
import io.olm4j.testsupport.SmallBundles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Applies and deletes the objects of the extensions without olm4j: the least that the API server has to do. */
final class FloorScenario implements Scenario {

    private static final int TOO_MANY_REQUESTS = 429;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @Override
    public String name() {
        return "floor";
    }

    @Override
    public void measure(BenchSettings settings, Figures figures) throws Exception {
        try (BenchCluster bench = new BenchCluster(settings)) {
            List<List<GenericKubernetesResource>> operators = new ArrayList<>();
            List<List<GenericKubernetesResource>> changes = new ArrayList<>();
            for (String name : SmallOperators.names(settings.extensions())) {
                bench.apply(SmallBundles.installer(name));
                List<GenericKubernetesResource> old = objects(name, SmallOperators.OLD);
                operators.add(old);
                List<GenericKubernetesResource> changed = objects(name, SmallOperators.NEW);
                changed.removeAll(old);
                changes.add(changed);
            }
            KubernetesClient admin = bench.admin();
            List<List<GenericKubernetesResource>> first = Parallel.warmUp(operators);
            apply(admin, first);
            delete(admin, first);
            var measurement = new Measurement(bench, figures);
            for (int run = 0; run < settings.runs(); run++) {
                measurement.of(
                        "the objects of %d, plain server-side apply".formatted(settings.extensions()),
                        () -> apply(admin, operators));
                measurement.of(
                        "the changed objects of an upgrade of %d, plain server-side apply"
                                .formatted(settings.extensions()),
                        () -> apply(admin, changes));
                measurement.of(
                        "the objects of %d, plain deletions".formatted(settings.extensions()),
                        () -> delete(admin, operators));
            }
        }
    }

    private static List<GenericKubernetesResource> objects(String name, String version) throws IOException {
        return resources(SmallOperators.objects(name, version));
    }

    /** The same objects as the client sends them. */
    static List<GenericKubernetesResource> resources(List<ObjectNode> objects) {
        List<GenericKubernetesResource> resources = new ArrayList<>();
        for (ObjectNode object : objects) {
            resources.add(Serialization.unmarshal(object.toString(), GenericKubernetesResource.class));
        }
        return resources;
    }

    static void apply(KubernetesClient admin, List<List<GenericKubernetesResource>> operators) throws Exception {
        Parallel.forEach(
                operators,
                objects -> objects.forEach(
                        object -> admin.resource(object).forceConflicts().serverSideApply()));
    }

    /** Returns when none of them is left; a definition goes some time after its deletion. */
    static void delete(KubernetesClient admin, List<List<GenericKubernetesResource>> operators) throws Exception {
        Parallel.forEach(operators, objects -> {
            for (GenericKubernetesResource object : objects.reversed()) {
                if (isDefinition(object)) {
                    listInstances(admin, object);
                }
                admin.resource(object).delete();
            }
        });
        BoundedWait wait = BoundedWait.lasting(LIMIT);
        boolean gone = operators.stream()
                .flatMap(List::stream)
                .filter(FloorScenario::isDefinition)
                .allMatch(definition ->
                        wait.until(() -> admin.resource(definition).get() == null));
        if (!gone) {
            throw new IllegalStateException("the definitions are not gone within %d s".formatted(LIMIT.toSeconds()));
        }
    }

    static boolean isDefinition(GenericKubernetesResource object) {
        return object.getKind().equals("CustomResourceDefinition");
    }

    /** Until somebody has asked for the instances of a definition, the API server may fail to delete it for minutes. */
    private static void listInstances(KubernetesClient admin, GenericKubernetesResource definition) {
        String group = definition.get("spec", "group");
        String kind = definition.get("spec", "names", "kind");
        List<Map<String, Object>> versions = definition.get("spec", "versions");
        String served = versions.stream()
                .filter(version -> Boolean.TRUE.equals(version.get("served")))
                .map(version -> String.valueOf(version.get("name")))
                .findFirst()
                .orElseThrow();
        var instances =
                admin.genericKubernetesResources(group + "/" + served, kind).inAnyNamespace();
        if (!BoundedWait.lasting(LIMIT).until(() -> isAnswered(instances::list))) {
            throw new IllegalStateException("the API server does not list " + kind);
        }
    }

    /** The API server answers 429 while it prepares to serve a new definition. */
    private static boolean isAnswered(Supplier<?> request) {
        try {
            var _ = request.get();
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == TOO_MANY_REQUESTS) {
                return false;
            }
            throw e;
        }
    }
}
