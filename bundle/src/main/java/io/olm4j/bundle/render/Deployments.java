package io.olm4j.bundle.render;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.RenderFeature;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** Generates the deployments of the install strategy. */
final class Deployments {
    private Deployments() {}

    static List<ObjectNode> of(Rendering rendering) {
        Set<String> serving = rendering.servingDeployments();
        List<ObjectNode> objects = new ArrayList<>();
        for (JsonNode strategy : rendering.csv().deployments()) {
            ObjectNode deployment = deployment(strategy, rendering);
            String name = strategy.path("name").asText();
            if (serving.contains(name) && rendering.certificates() != CertificateProvider.NONE) {
                CertificateVolumes.ensure(deployment, rendering.certificateFor(name));
            }
            rendering.deploymentConfig().ifPresent(config -> DeploymentConfig.apply(config, deployment));
            if (rendering.features().contains(RenderFeature.OPERATOR_CONDITIONS)) {
                OperatorConditionObjects.tellName(deployment, rendering);
            }
            objects.add(deployment);
        }
        return objects;
    }

    private static ObjectNode deployment(JsonNode strategy, Rendering rendering) {
        ObjectNode object = Objects.namespaced(
                "apps/v1", "Deployment", strategy.path("name").asText(), rendering.installNamespace());
        if (!strategy.path("label").isEmpty()) {
            object.withObject("/metadata").set("labels", strategy.path("label").deepCopy());
        }
        ObjectNode spec = Objects.withoutNulls((ObjectNode) strategy.path("spec"));
        // One old ReplicaSet is enough: a rollback is a change of the ClusterExtension.
        spec.put("revisionHistoryLimit", 1);
        annotateTemplate(spec.withObject("/template/metadata"), rendering);
        object.set("spec", spec);
        return object;
    }

    /**
     * Copies the annotations of the ClusterServiceVersion to the pods: operators read there which namespaces they
     * watch.
     */
    private static void annotateTemplate(ObjectNode metadata, Rendering rendering) {
        TreeMap<String, String> annotations = new TreeMap<>(rendering.csv().annotations());
        metadata.path("annotations")
                .properties()
                .forEach(entry ->
                        annotations.put(entry.getKey(), entry.getValue().asText()));
        annotations.put("olm.targetNamespaces", String.join(",", rendering.targetNamespaces()));
        annotations.put("olm.operatorNamespace", rendering.installNamespace());
        ObjectNode all = metadata.putObject("annotations");
        annotations.forEach(all::put);
    }
}
