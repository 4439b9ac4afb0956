package io.olm4j.applier.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.olm4j.applier.watch.Owners.Owner;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManagedReductionTest {

    private final ManagedReduction reduction = new ManagedReduction(new Owner("app-1", "uid-1")::equals);

    private static GenericKubernetesResource map(String metadata) {
        return Serialization.unmarshal("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: a, namespace: app, uid: u, resourceVersion: "7", labels: {x: y}, %s}
                data: {key: value}
                """.formatted(metadata), GenericKubernetesResource.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ownerReferences: [{apiVersion: olm.operatorframework.io/v1, kind: ClusterObjectSet, name: app-1,"
                        + " uid: uid-1}]",
                "annotations: {olm.operatorframework.io/revision-name: app-1,"
                        + " olm.operatorframework.io/revision-uid: uid-1}"
            })
    void shouldKeepAnObjectOfASet(String metadata) {
        GenericKubernetesResource kept = reduction.reduce(map(metadata));

        assertThat(ManagedReduction.content(kept))
                .hasValueSatisfying(
                        content -> assertThat(content.at("/data/key").asText()).isEqualTo("value"));
        assertThat(Owners.of(kept)).containsExactly(new Owner("app-1", "uid-1"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "annotations: {}",
                "ownerReferences: [{apiVersion: olm.operatorframework.io/v1, kind: ClusterObjectSet, name: app-2,"
                        + " uid: uid-1}]",
                "ownerReferences: [{apiVersion: olm.operatorframework.io/v1, kind: ClusterObjectSet, name: app-1,"
                        + " uid: uid-2}]",
                "ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: app-1, uid: uid-1}]",
                "annotations: {olm.operatorframework.io/revision-name: app-1}"
            })
    void shouldKeepOnlyTheIdentityOfAnObjectThatNoSetHas(String metadata) {
        GenericKubernetesResource kept = reduction.reduce(map(metadata));

        assertThat(ManagedReduction.content(kept)).isEmpty();
        ObjectMeta left = kept.getMetadata();
        assertThat(left.getName() + " " + left.getNamespace() + " " + left.getUid() + " " + left.getResourceVersion())
                .isEqualTo("a app u 7");
        assertThat(left.getLabels()).isEmpty();
        assertThat(kept.getAdditionalProperties()).isEmpty();
    }
}
