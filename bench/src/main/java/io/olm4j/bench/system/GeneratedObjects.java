package io.olm4j.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Objects for revisions, as bundles have them. */
final class GeneratedObjects {

    private GeneratedObjects() {}

    /** 500 objects: 50 definitions, 100 roles and bindings, 250 ConfigMaps, 100 Deployments. */
    static List<ObjectNode> mixed(String namespace) {
        List<ObjectNode> objects = new ArrayList<>();
        add(objects, 50, i -> """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: things%1$d.%2$s.example.com}
                spec:
                  group: %2$s.example.com
                  scope: Namespaced
                  names: {kind: Thing%1$d, plural: things%1$d, singular: thing%1$d, listKind: Thing%1$dList}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      subresources: {status: {}}
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties:
                            spec: {type: object, x-kubernetes-preserve-unknown-fields: true}
                            status: {type: object, x-kubernetes-preserve-unknown-fields: true}
                """.formatted(i, namespace));
        add(objects, 50, i -> """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %2$s-%1$d}
                rules: [{apiGroups: [%2$s.example.com], resources: [things%1$d], verbs: [get, list, watch]}]
                """.formatted(i, namespace));
        add(objects, 50, i -> """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: %2$s-%1$d}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %2$s-%1$d}
                subjects: [{kind: ServiceAccount, name: default, namespace: %2$s}]
                """.formatted(i, namespace));
        objects.addAll(configMaps(namespace, "settings", 250));
        add(objects, 100, i -> """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: app-%1$d, namespace: %2$s}
                spec:
                  selector: {matchLabels: {app: app-%1$d}}
                  template:
                    metadata: {labels: {app: app-%1$d}}
                    spec: {containers: [{name: main, image: "example.com/app:1"}]}
                """.formatted(i, namespace));
        return objects;
    }

    /** ConfigMaps of about a kilobyte. */
    static List<ObjectNode> configMaps(String namespace, String prefix, int count) {
        List<ObjectNode> objects = new ArrayList<>();
        String value = "x".repeat(1000);
        add(objects, count, i -> """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: %s-%d, namespace: %s}
                data: {key: %s}
                """.formatted(prefix, i, namespace, value));
        return objects;
    }

    private static void add(List<ObjectNode> objects, int count, IntFunction<String> yaml) {
        IntStream.range(0, count)
                .mapToObj(i -> Serialization.unmarshal("---\n" + yaml.apply(i), ObjectNode.class))
                .forEach(objects::add);
    }
}
