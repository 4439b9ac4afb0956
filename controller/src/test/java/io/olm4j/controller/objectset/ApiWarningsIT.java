package io.olm4j.controller.objectset;

import static io.olm4j.controller.objectset.SetControllerFixture.set;
import static io.olm4j.testsupport.Objects.configMap;
import static io.olm4j.testsupport.Objects.phase;
import static io.olm4j.testsupport.Objects.yaml;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.events.v1.Event;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.cluster.GroupVersionKind;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.applier.cluster.RestMapping;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests of warnings of the API server about the objects of a revision. */
class ApiWarningsIT {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @AutoClose
    private static final SetControllerFixture fixture = new SetControllerFixture();

    @Test
    void shouldTellOnceThatAnApiIsDeprecated() {
        // Given
        ServiceAccountRef account = fixture.clusterAdmin();
        String namespace = account.namespace();
        String group = namespace + ".example.com";
        fixture.admin().resource(deprecatedKind(group)).create();
        ClusterObjectSet set = set(
                "deprecated-" + namespace,
                1,
                account,
                phase("deploy", widget(group, namespace, "first"), widget(group, namespace, "second")));
        double before = counted();

        // When
        fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // Then
        String owner = set.getMetadata().getOwnerReferences().getFirst().getUid();
        assertThat(awaitEvent(owner)).satisfies(event -> {
            assertThat(event.getType()).isEqualTo("Warning");
            assertThat(event.getReason()).isEqualTo("ApiWarning");
            assertThat(event.getRegarding())
                    .extracting(ObjectReference::getKind, ObjectReference::getName)
                    .containsExactly("ClusterExtension", "deprecated-" + namespace);
            assertThat(event.getNote())
                    .matches("Widget\\." + group + "/v1 " + namespace
                            + "/(first|second): Widget v1 is deprecated; use Gadget");
        });
        assertThat(counted()).isEqualTo(before + 2);

        // When
        String told = events(owner).getFirst().getNote().contains("/first:") ? "first" : "second";
        deleteWidget(group, namespace, told);
        await().atMost(PATIENCE).until(() -> counted() == before + 3);
        fixture.awaitRolledOut(set);

        // Then
        assertThat(events(owner)).hasSize(1);

        // When
        fixture.restart();
        deleteWidget(group, namespace, told);
        await().atMost(PATIENCE).until(() -> counted() == before + 4);
        fixture.awaitRolledOut(set);

        // Then
        assertThat(events(owner)).hasSize(1);
    }

    @Test
    void shouldTellOfAnAdmissionPolicyOnAStandaloneSet() {
        // Given
        ServiceAccountRef account = fixture.installer();
        String namespace = account.namespace();
        warnAboutConfigMaps(namespace);
        ClusterObjectSet set =
                set("alone-" + namespace, 1, account, phase("deploy", configMap(namespace, "config", "a")));
        set.getMetadata().setLabels(Map.of());
        set.getMetadata().setOwnerReferences(List.of());

        // When
        ClusterObjectSet created = fixture.admin().resource(set).create();
        fixture.awaitRolledOut(set);

        // Then
        assertThat(awaitEvent(created.getMetadata().getUid())).satisfies(event -> {
            assertThat(event.getRegarding().getKind()).isEqualTo("ClusterObjectSet");
            assertThat(event.getNote())
                    .startsWith(
                            "ConfigMap.v1 " + namespace + "/config: Validation failed for ValidatingAdmissionPolicy")
                    .endsWith("no config maps, please");
        });
    }

    private static double counted() {
        return fixture.meters().counter("olm4j.api.warnings").count();
    }

    private static Event awaitEvent(String uid) {
        await().atMost(PATIENCE).until(() -> !events(uid).isEmpty());
        assertThat(events(uid)).hasSize(1);
        return events(uid).getFirst();
    }

    private static List<Event> events(String uid) {
        return fixture.admin().events().v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> event.getRegarding().getUid().equals(uid))
                .toList();
    }

    private static String deprecatedKind(String group) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: widgets.%1$s}
                spec:
                  group: %1$s
                  scope: Namespaced
                  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      deprecated: true
                      deprecationWarning: Widget v1 is deprecated; use Gadget
                      schema: {openAPIV3Schema: {type: object}}
                """.formatted(group);
    }

    private static ObjectNode widget(String group, String namespace, String name) {
        return yaml("""
                apiVersion: %s/v1
                kind: Widget
                metadata: {name: %s, namespace: %s}
                """.formatted(group, name, namespace));
    }

    private static void deleteWidget(String group, String namespace, String name) {
        fixture.admin()
                .genericKubernetesResources(group + "/v1", "Widget")
                .inNamespace(namespace)
                .withName(name)
                .delete();
    }

    /** The API server applies a policy a moment after it was created. */
    private static void warnAboutConfigMaps(String namespace) {
        for (String yaml : List.of("""
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicy
                metadata: {name: %1$s}
                spec:
                  matchConstraints:
                    namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %1$s}}
                    resourceRules:
                      - apiGroups: [""]
                        apiVersions: [v1]
                        operations: [CREATE, UPDATE]
                        resources: [configmaps]
                  validations: [{expression: "false", message: "no config maps, please"}]
                """, """
                apiVersion: admissionregistration.k8s.io/v1
                kind: ValidatingAdmissionPolicyBinding
                metadata: {name: %1$s}
                spec: {policyName: %1$s, validationActions: [Warn, Audit]}
                """)) {
            fixture.admin().resource(yaml.formatted(namespace)).create();
        }
        ObjectClient client = ObjectClient.of(fixture.admin());
        var configMaps = new RestMapping(new GroupVersionKind("", "v1", "ConfigMap"), "configmaps", true);
        await().atMost(PATIENCE)
                .until(() -> !client.apply(configMaps, configMap(namespace, "probe", "a"), true)
                        .warnings()
                        .isEmpty());
    }
}
