package io.olm4j.cli.installed;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.api.ObjectRef;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectChangeTest {

    private static final String DEPLOYMENT = """
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: op, namespace: mail, annotations: {olm.operatorframework.io/bundle-version: "%1$s"}}
            spec:
              replicas: 1
              template: {spec: {containers: [{name: proxy, image: p:1}, {name: manager, image: "m:%1$s", args: [a, %2$s]}]}}
            """;

    @Test
    void shouldNameObjectsAndFieldsThatDiffer() throws Exception {
        // Given
        List<ObjectNode> older = List.of(
                object(DEPLOYMENT.formatted("1", "b")),
                object("{apiVersion: v1, kind: ConfigMap, metadata: {name: old, namespace: mail}}"),
                object("{apiVersion: v1, kind: Service, metadata: {name: same, namespace: mail}}"));
        List<ObjectNode> newer = List.of(
                object(DEPLOYMENT.formatted("2", "c")),
                object("{apiVersion: v1, kind: Service, metadata: {name: same, namespace: mail}}"),
                object("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: new}}"));

        // When
        List<String> texts = ObjectChange.between(older, newer).stream()
                .map(ObjectChange::text)
                .toList();

        // Then
        assertThat(texts).containsExactly("""
                        ~ Deployment.apps mail/op
                            spec.template.spec.containers[name=manager].image: m:1 -> m:2
                            spec.template.spec.containers[name=manager].args[1]: b -> c""", "- ConfigMap mail/old", "+ ClusterRole.rbac.authorization.k8s.io new");
    }

    @Test
    void shouldNameObjectsAsKubectlDoes() throws Exception {
        List<ObjectNode> newer = List.of(
                object(DEPLOYMENT.formatted("1", "b")),
                object("{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: mail}}"),
                object("{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: new}}"));

        assertThat(ObjectChange.between(List.of(), newer))
                .extracting(ObjectChange::qualifiedName)
                .containsExactly(
                        "deployment.apps/op", "configmap/settings", "clusterrole.rbac.authorization.k8s.io/new");
    }

    @Test
    void shouldNameNoNamespaceWhenTheKindHasNone() throws Exception {
        // Given
        ObjectNode webhook = object("{apiVersion: admissionregistration.k8s.io/v1,"
                + " kind: MutatingWebhookConfiguration, metadata: {name: mail.kb.io, namespace: mail}}");

        // Then
        assertThat(ObjectChange.nameOf(ObjectRef.of(webhook)))
                .isEqualTo("MutatingWebhookConfiguration.admissionregistration.k8s.io mail.kb.io");
    }

    @Test
    void shouldTellAFieldThatCameFromOneThatWent() throws Exception {
        assertThat(FieldChange.between(
                        object("{a: 1, list: [x, y], same: {b: true}}"),
                        object("{c: [z], list: [x], same: {b: true}}")))
                .extracting(FieldChange::toString)
                .containsExactly("a: 1 -> (not set)", "list[1]: y -> (not set)", "c: (not set) -> [\"z\"]");
    }

    @Test
    void shouldHideTheValuesOfSecrets() throws Exception {
        // Given
        String secret = "{apiVersion: v1, kind: Secret, metadata: {name: s, labels: {a: %1$s}}, data: {key: %1$s}}";

        // Then
        assertThat(ObjectChange.between(
                        List.of(object(secret.formatted("b2xk"))), List.of(object(secret.formatted("bmV3")))))
                .flatExtracting(ObjectChange::fields)
                .extracting(FieldChange::toString)
                .containsExactly("metadata.labels.a: b2xk -> bmV3", "data.key: (hidden) -> (hidden)");
    }

    private static ObjectNode object(String yaml) throws Exception {
        return (ObjectNode) new YAMLMapper().readTree(yaml);
    }
}
