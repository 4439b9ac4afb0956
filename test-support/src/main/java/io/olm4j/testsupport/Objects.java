package io.olm4j.testsupport;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.Phase;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.localcluster.BoundedWait;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** Objects for revisions of the tests. */
public final class Objects {

    private static final Duration SERVED_LIMIT = Duration.ofMinutes(2);

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

    /**
     * Objects with values that the API server drops, fills in or rewrites; the definition of the gadgets is not among
     * them.
     */
    public static List<ObjectNode> rewritten(String namespace) {
        return Stream.of("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: empty, namespace: %1$s, labels: {}, creationTimestamp: null}
                data: {max: "1.10", flag: ""}
                binaryData: {}
                """, """
                apiVersion: v1
                kind: Secret
                metadata: {name: plain, namespace: %1$s, annotations: null}
                stringData: {password: "", user: a}
                """, """
                apiVersion: v1
                kind: ServiceAccount
                metadata: {name: quiet, namespace: %1$s}
                automountServiceAccountToken: false
                imagePullSecrets: []
                """, """
                apiVersion: v1
                kind: Service
                metadata: {name: app, namespace: %1$s}
                spec:
                  type: ClusterIP
                  selector: {app: app}
                  externalIPs: []
                  loadBalancerIP: ""
                  publishNotReadyAddresses: false
                  ports: [{name: a, port: 80, targetPort: 8080}, {name: b, port: 81, targetPort: http}]
                """, """
                apiVersion: networking.k8s.io/v1
                kind: NetworkPolicy
                metadata: {name: all, namespace: %1$s}
                spec: {podSelector: {}, ingress: [{}], egress: []}
                """, """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: none, namespace: %1$s}
                rules: []
                """, """
                apiVersion: v1
                kind: LimitRange
                metadata: {name: range, namespace: %1$s}
                spec: {limits: [{type: Container, max: {cpu: "1.0", memory: 1024Mi}, min: {cpu: 0.01}, default: {}}]}
                """, """
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: app, namespace: %1$s}
                spec:
                  replicas: 0
                  paused: false
                  minReadySeconds: 0
                  strategy: {}
                  selector: {matchLabels: {app: app}, matchExpressions: []}
                  template:
                    metadata: {creationTimestamp: null, labels: {app: app}, annotations: {}}
                    spec:
                      hostNetwork: false
                      nodeSelector: {}
                      tolerations: []
                      serviceAccountName: ""
                      affinity: {nodeAffinity: {}, podAffinity: null}
                      terminationGracePeriodSeconds: 0
                      securityContext: {runAsNonRoot: false, sysctls: []}
                      initContainers: []
                      containers:
                        - name: main
                          image: example.com/none:1
                          command: []
                          args: null
                          workingDir: ""
                          tty: false
                          ports: [{containerPort: 8080, hostPort: 0}]
                          resources: {limits: {}, requests: {cpu: 0.50, memory: 1048576Ki}}
                          env:
                            - {name: A, value: ""}
                            - {name: B, valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: "1.0"}}}
                            - {name: C, valueFrom: {configMapKeyRef: {name: empty, key: max, optional: false}}}
                          securityContext: {runAsUser: 0, privileged: false, capabilities: {add: [], drop: [ALL]}}
                          livenessProbe: {initialDelaySeconds: 0, httpGet: {path: "", port: 8080, httpHeaders: []}}
                      volumes:
                        - {name: tmp, emptyDir: {sizeLimit: 0.5Gi}}
                        - {name: shm, emptyDir: {}}
                """, """
                apiVersion: %1$s.example.com/v1
                kind: Gadget
                metadata: {name: odd, namespace: %1$s, labels: {}}
                spec: {color: ""}
                """)
                .map(text -> yaml(text.formatted(namespace)))
                .toList();
    }

    /** A definition in a group of its own for each namespace of the tests. */
    public static ObjectNode gadgetCrd(String namespace) {
        return yaml("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: gadgets.%1$s.example.com}
                spec:
                  group: %1$s.example.com
                  scope: Namespaced
                  names: {kind: Gadget, plural: gadgets, singular: gadget, listKind: GadgetList}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema:
                          type: object
                          properties: {spec: {type: object, properties: {size: {type: integer, default: 3}, color: {type: string}}}}
                """.formatted(namespace));
    }

    public static ObjectNode gadget(String namespace, String name) {
        return yaml("""
                apiVersion: %1$s.example.com/v1
                kind: Gadget
                metadata: {name: %2$s, namespace: %1$s}
                spec: {color: blue}
                """.formatted(namespace, name));
    }

    /** The gadgets of the group of a namespace. */
    public static MixedOperation<
                    GenericKubernetesResource, GenericKubernetesResourceList, Resource<GenericKubernetesResource>>
            gadgets(KubernetesClient client, String namespace) {
        return client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup(namespace + ".example.com")
                .withVersion("v1")
                .withKind("Gadget")
                .withPlural("gadgets")
                .withNamespaced(true)
                .build());
    }

    /**
     * Waits until the API server serves the gadgets of a namespace: it announces a kind a moment earlier. Before it has
     * served them once, it may take minutes to delete their definition.
     */
    public static void awaitGadgets(KubernetesClient client, String namespace) {
        boolean served = BoundedWait.lasting(SERVED_LIMIT).until(() -> areServed(client, namespace));
        if (!served) {
            throw new IllegalStateException("the API server does not serve the gadgets of " + namespace);
        }
    }

    private static boolean areServed(KubernetesClient client, String namespace) {
        try {
            var _ = gadgets(client, namespace).inNamespace(namespace).list();
            return true;
        } catch (KubernetesClientException e) {
            return false;
        }
    }

    /** Creates a gadget whose deletion waits for a finalizer, as that of an operator would. */
    public static Resource<GenericKubernetesResource> unfinishedGadget(KubernetesClient client, String namespace) {
        ObjectNode gadget = gadget(namespace, "first");
        gadget.withObject("/metadata").putArray("finalizers").add("example.com/finish");
        client.resource(gadget.toString()).create();
        return gadgets(client, namespace).inNamespace(namespace).withName("first");
    }

    /** Creates a gadget without finalizers. */
    public static Resource<GenericKubernetesResource> createGadget(KubernetesClient client, String namespace) {
        client.resource(gadget(namespace, "first").toString()).create();
        return gadgets(client, namespace).inNamespace(namespace).withName("first");
    }

    /** Removes its finalizers, as its operator would at the end. */
    public static void finish(Resource<GenericKubernetesResource> unfinished) {
        unfinished.edit(gadget -> {
            gadget.getMetadata().setFinalizers(List.of());
            return gadget;
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
