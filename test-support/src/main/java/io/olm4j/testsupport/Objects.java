package io.olm4j.testsupport;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import java.util.List;
import java.util.stream.Stream;

/** Objects for revisions of the tests. */
public final class Objects {

    private Objects() {}

    public static ObjectNode yaml(String text) {
        // Without the marker a document that starts with a brace is read as JSON.
        return Serialization.unmarshal("---\n" + text, ObjectNode.class);
    }

    public static ObjectNode configMap(String namespace, String name, String value) {
        return yaml("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s, namespace: %s}
                data: {key: "%s"}
                """.formatted(name, namespace, value));
    }

    public static ObjectNode deployment(String namespace, String name) {
        return yaml("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: %2$s, namespace: %1$s}
                spec:
                  replicas: 1
                  selector: {matchLabels: {app: %2$s}}
                  template:
                    metadata:
                      creationTimestamp: null
                      labels: {app: %2$s}
                    spec:
                      hostNetwork: false
                      containers:
                        - name: main
                          image: example.com/none:1
                          ports: [{containerPort: 8080}]
                          resources:
                            requests: {cpu: 0.5, memory: 1024Mi}
                          env: [{name: A, value: ""}]
                          securityContext: {}
                      volumes: [{name: tmp, emptyDir: {}}]
                """.formatted(namespace, name));
    }

    /** Removes the finalizers of a custom resource, as its operator would at the end. */
    public static void finish(Resource<GenericKubernetesResource> unfinished) {
        unfinished.edit(custom -> {
            custom.getMetadata().setFinalizers(List.of());
            return custom;
        });
    }

    public static Phase phase(String name, ObjectNode... objects) {
        return new Phase(
                name,
                Stream.of(objects)
                        .map(object -> new PhaseObject(object, null, null))
                        .toList(),
                null);
    }

    /** The name of the set that controls an object; empty if none does. */
    public static String controller(HasMetadata object) {
        return object.getMetadata().getOwnerReferences().stream()
                .filter(owner -> Boolean.TRUE.equals(owner.getController()))
                .map(OwnerReference::getName)
                .findFirst()
                .orElse(object.getMetadata().getAnnotations().getOrDefault(Annotations.REVISION_NAME, ""));
    }

    public static List<String> names(List<ClusterObjectSet> sets) {
        return sets.stream().map(set -> set.getMetadata().getName()).toList();
    }
}
