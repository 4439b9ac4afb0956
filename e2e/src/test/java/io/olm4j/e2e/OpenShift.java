package io.olm4j.e2e;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.olm4j.testsupport.Definitions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** What makes the cluster of a test look like one of OpenShift: the two kinds of config.openshift.io, and a version. */
final class OpenShift {

    private static final String API_VERSION = "config.openshift.io/v1";

    private final KubernetesClient client;

    OpenShift(KubernetesClient client) {
        this.client = client;
    }

    /** Has the API server serve the kinds. */
    void serve() {
        for (CustomResourceDefinition crd : crds()) {
            client.resource(crd).serverSideApply();
            Definitions.awaitEstablished(client, crd.getMetadata().getName());
        }
    }

    /** Removes the kinds. */
    void remove() {
        crds().forEach(crd ->
                client.resource(crd).withTimeout(2, TimeUnit.MINUTES).delete());
    }

    private List<CustomResourceDefinition> crds() {
        try (InputStream manifest =
                Objects.requireNonNull(OpenShift.class.getResourceAsStream("/openshift/crds.yaml"))) {
            return client.load(manifest).items().stream()
                    .map(CustomResourceDefinition.class::cast)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sets the version that the cluster runs. */
    void run(String version) {
        Resource<GenericKubernetesResource> object = resource("ClusterVersion", "version");
        if (object.get() == null) {
            var created = new GenericKubernetesResource();
            created.setApiVersion(API_VERSION);
            created.setKind("ClusterVersion");
            created.setMetadata(new ObjectMetaBuilder().withName("version").build());
            client.resource(created).create();
        }
        object.subresource("status")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"status\":{\"desired\":{\"version\":\"" + version + "\"}}}");
    }

    /** The ClusterOperator of olm4j. */
    Optional<GenericKubernetesResource> clusterOperator() {
        return Optional.ofNullable(resource("ClusterOperator", "olm").get());
    }

    /** A condition of the ClusterOperator. */
    Optional<Map<String, String>> condition(String type) {
        return clusterOperator()
                .map(operator -> operator.<List<Map<String, String>>>get("status", "conditions"))
                .flatMap(conditions -> conditions.stream()
                        .filter(condition -> type.equals(condition.get("type")))
                        .findFirst());
    }

    /** Replaces the conditions of the ClusterOperator, as somebody may do by hand. */
    void overwriteConditions(String conditions) {
        resource("ClusterOperator", "olm")
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\":{\"conditions\":" + conditions + "}}");
    }

    private Resource<GenericKubernetesResource> resource(String kind, String name) {
        return client.genericKubernetesResources(API_VERSION, kind).withName(name);
    }
}
