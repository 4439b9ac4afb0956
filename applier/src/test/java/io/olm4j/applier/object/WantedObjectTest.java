package io.olm4j.applier.object;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WantedObjectTest {

    private static final Revision REVISION =
            new Revision("app-2", "uid-2", 2, "app", "uid-app", "pack", List.of(), List.of(), false, false, List.of());

    @Test
    void shouldMarkTheObjectAsManaged() {
        assertThat(WantedObject.of(yaml("""
                                apiVersion: v1
                                kind: ConfigMap
                                metadata: {name: a, namespace: ns, uid: x, resourceVersion: "3", labels: {app.kubernetes.io/managed-by: Helm}}
                                status: {}
                                """), REVISION, true)).isEqualTo(yaml("""
                        apiVersion: v1
                        kind: ConfigMap
                        metadata:
                          name: a
                          namespace: ns
                          labels:
                            app.kubernetes.io/managed-by: olm.operatorframework.io
                            olm.operatorframework.io/owner-name: app
                          annotations:
                            olm.operatorframework.io/revision: "2"
                            olm.operatorframework.io/revision-name: app-2
                            olm.operatorframework.io/revision-uid: uid-2
                        """));
    }

    @Test
    void shouldNameThePackageOnADefinition() {
        var wanted = WantedObject.of(
                yaml("{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: a}}"),
                REVISION,
                false);

        assertThat(wanted.at("/metadata/annotations").path("olm.operatorframework.io/package-name"))
                .isEqualTo(yaml("{a: pack}").path("a"));
    }

    @Test
    void shouldLeaveTheNamespaceOutOfAClusterScopedObject() {
        var wanted = WantedObject.of(
                yaml("{apiVersion: a/v1, kind: K, metadata: {name: a, namespace: ns}}"), REVISION, false);

        assertThat(wanted.path("metadata").has("namespace")).isFalse();
    }

    @Test
    void shouldTurnPlainSecretDataIntoWhatTheServerKeeps() {
        var wanted = WantedObject.of(
                yaml("{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {a: eA==}, stringData: {b: y}}"),
                REVISION,
                true);

        assertThat(wanted.path("data")).isEqualTo(yaml("{a: eA==, b: eQ==}"));
        assertThat(wanted.has("stringData")).isFalse();
    }

    @Test
    void shouldLeaveSecretDataThatIsNoTextToTheServerWhichRefusesIt() {
        for (String data : List.of("{a: {b: c}}", "{a: [b]}", "text")) {
            var wanted = WantedObject.of(
                    yaml("{apiVersion: v1, kind: Secret, metadata: {name: s}, stringData: " + data + "}"),
                    REVISION,
                    true);

            assertThat(wanted.has("stringData")).as(data).isTrue();
            assertThat(wanted.has("data")).as(data).isFalse();
        }
    }

    @Test
    void shouldLeaveTheRulesOfAnAggregatedRoleToItsController() {
        var wanted = WantedObject.of(
                yaml("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: a}, rules:"
                        + " [], aggregationRule: {}}"),
                REVISION,
                false);

        assertThat(wanted.has("rules")).isFalse();
    }

    @Test
    void shouldKeepPlainOwnersThatWereAppliedAndNoOthers() {
        var wanted = WantedObject.of(yaml("{apiVersion: v1, kind: K, metadata: {name: a}}"), REVISION, false);

        WantedObject.keepFormerControllers(wanted, yaml("""
                        metadata:
                          ownerReferences:
                            - {kind: A, name: demoted, uid: d, controller: false}
                            - {kind: A, name: of-others, uid: o}
                            - {apiVersion: olm.operatorframework.io/v1, kind: ClusterObjectSet, name: app-1, uid: uid-1}
                            - {apiVersion: olm.operatorframework.io/v1, kind: ClusterObjectSet, name: app-2, uid: uid-2, controller: true}
                          managedFields:
                            - manager: olm.operatorframework.io
                              operation: Apply
                              apiVersion: v1
                              fieldsV1:
                                f:metadata:
                                  f:ownerReferences: {'k:{"uid":"d"}': {}, 'k:{"uid":"uid-1"}': {}, 'k:{"uid":"uid-2"}': {}}
                        """), REVISION);

        assertThat(wanted.at("/metadata/ownerReferences").findValuesAsText("name"))
                .containsExactly("app-2", "demoted");
        assertThat(wanted.at("/metadata/annotations")
                        .get("olm.operatorframework.io/taken-over-from")
                        .asText())
                .as("what an earlier olm4j noted as an owner")
                .isEqualTo("uid-1");
    }
}
