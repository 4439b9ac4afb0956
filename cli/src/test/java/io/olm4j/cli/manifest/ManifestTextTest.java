package io.olm4j.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for {@link ManifestText}. */
class ManifestTextTest {

    @Test
    void shouldWriteADocumentForEachManifest() {
        assertThat(ManifestText.yaml(List.of(object("Namespace", "mail"), object("ServiceAccount", "installer"))))
                .isEqualTo("""
                    ---
                    apiVersion: v1
                    kind: Namespace
                    metadata:
                      name: mail
                    ---
                    apiVersion: v1
                    kind: ServiceAccount
                    metadata:
                      name: installer
                    """);
    }

    @Test
    void shouldWriteAListOnlyWhenThereAreSeveral() {
        ObjectNode namespace = object("Namespace", "mail");

        assertThat(ManifestText.tree(List.of(namespace))).isSameAs(namespace);
        assertThat(ManifestText.tree(List.of(namespace, namespace)).path("kind").asText())
                .isEqualTo("List");
    }

    @Test
    void shouldNameObjectsAsKubectlDoes() {
        ObjectNode role = object("ClusterRole", "mail-installer").put("apiVersion", "rbac.authorization.k8s.io/v1");

        assertThat(ManifestText.name(role)).isEqualTo("clusterrole.rbac.authorization.k8s.io/mail-installer");
        assertThat(ManifestText.name(object("Namespace", "mail"))).isEqualTo("namespace/mail");
    }

    private static ObjectNode object(String kind, String name) {
        ObjectNode object =
                JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", kind);
        object.putObject("metadata").put("name", name);
        return object;
    }
}
