package io.olm4j.applier.fields;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class HelmFieldsTest {

    private static final ObjectNode LIVE = yaml("""
            apiVersion: v1
            kind: ConfigMap
            metadata:
              uid: u
              resourceVersion: "7"
              managedFields:
                - manager: operator-controller
                  operation: Update
                  apiVersion: v1
                  fieldsV1:
                    f:data: {f:a: {}}
                    f:metadata: {f:ownerReferences: {.: {}, 'k:{"uid":"e"}': {}}}
                - {manager: kubectl-edit, operation: Update, apiVersion: v1, fieldsV1: {f:data: {f:b: {}}}}
            """);

    @Test
    void shouldClaimTheFieldsOfTheManagerThatMadeTheExtensionTheOwner() {
        assertThat(HelmFields.areClaimed(LIVE, "e")).isFalse();

        assertThat(HelmFields.claim(LIVE, "e")).contains(yaml("""
                uid: u
                resourceVersion: "7"
                managedFields:
                  - {manager: kubectl-edit, operation: Update, apiVersion: v1, fieldsV1: {f:data: {f:b: {}}}}
                  - manager: olm.operatorframework.io
                    operation: Apply
                    fieldsType: FieldsV1
                    apiVersion: v1
                    fieldsV1:
                      f:data: {f:a: {}}
                      f:metadata: {f:ownerReferences: {.: {}, 'k:{"uid":"e"}': {}}}
                """));
    }

    @Test
    void shouldKeepWhatOlm4jAppliedBefore() {
        ObjectNode applied = LIVE.deepCopy();
        applied.withObject("/metadata")
                .withArrayProperty("managedFields")
                .add(entry("olm.operatorframework.io", "operation: Apply, fieldsV1: {f:data: {f:c: {}}}"));

        ObjectNode claim = HelmFields.claim(applied, "e").orElseThrow();

        assertThat(claim.path("managedFields")).hasSize(2);
        assertThat(claim.at("/managedFields/1/fieldsV1/f:data")).isEqualTo(yaml("{f:a: {}, f:c: {}}"));
        applied.withObject("/metadata").set("managedFields", claim.path("managedFields"));
        assertThat(HelmFields.areClaimed(applied, "e")).isTrue();
        assertThat(HelmFields.claim(applied, "e")).isEmpty();
    }

    @Test
    void shouldClaimWhatALaterVersionOfTheOriginalApplied() {
        ObjectNode upgraded = LIVE.deepCopy();
        ObjectNode first = (ObjectNode) upgraded.at("/metadata/managedFields/0");
        first.put("manager", "manager");
        upgraded.withObject("/metadata")
                .withArrayProperty("managedFields")
                .add(entry("operator-controller", "operation: Update, fieldsV1: {f:data: {f:c: {}}}"))
                .add(entry("operator-controller", "operation: Update, subresource: status, fieldsV1: {}"));

        ObjectNode claim = HelmFields.claim(upgraded, "e").orElseThrow();

        assertThat(claim.path("managedFields"))
                .extracting(entry -> entry.path("manager").asText())
                .containsExactly("kubectl-edit", "operator-controller", "olm.operatorframework.io");
        assertThat(claim.at("/managedFields/2/fieldsV1/f:data")).isEqualTo(yaml("{f:a: {}, f:c: {}}"));
    }

    @Test
    void shouldClaimNothingForAnotherExtension() {
        assertThat(HelmFields.claim(LIVE, "another")).isEmpty();
    }

    private static ObjectNode entry(String manager, String rest) {
        return yaml("{manager: %s, apiVersion: v1, %s}".formatted(manager, rest));
    }
}
