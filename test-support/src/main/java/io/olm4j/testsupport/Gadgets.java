package io.olm4j.testsupport;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.MixedOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.olm4j.localcluster.BoundedWait;
import java.time.Duration;

/** Custom resources of a kind that a test defines. */
public final class Gadgets {

    private static final Duration SERVED_LIMIT = Duration.ofMinutes(2);

    private Gadgets() {}

    /** A definition in a group of its own for each namespace of the tests. */
    public static ObjectNode gadgetCrd(String namespace) {
        return Objects.yaml("""
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
                          properties:
                            spec: {type: object, properties: {size: {type: integer, default: 3}, color: {type: string}}}
                """.formatted(namespace));
    }

    public static ObjectNode gadget(String namespace, String name) {
        return Objects.yaml("""
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
}
