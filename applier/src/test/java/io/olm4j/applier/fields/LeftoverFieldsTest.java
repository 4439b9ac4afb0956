package io.olm4j.applier.fields;

import static io.olm4j.applier.testing.Trees.yaml;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.applier.cluster.ApiException.FieldProblem;
import java.util.List;
import org.junit.jupiter.api.Test;

class LeftoverFieldsTest {

    private static final String FIELD = "spec.strategy.rollingUpdate";
    private static final List<FieldProblem> REFUSED = List.of(new FieldProblem(FIELD, "Forbidden"));
    private static final ObjectNode RECREATE = yaml("spec: {strategy: {type: Recreate}}");

    private static final ObjectNode LIVE = yaml("""
            apiVersion: apps/v1
            metadata:
              uid: u
              resourceVersion: "7"
              managedFields:
                - {manager: olm.operatorframework.io, operation: Apply, apiVersion: apps/v1, fieldsV1: {f:spec: {f:replicas: {}}}}
                - {manager: other, operation: Update, apiVersion: apps/v1, fieldsV1: {f:spec: {f:paused: {}}}}
            spec: {replicas: 1, paused: true, strategy: {type: RollingUpdate, rollingUpdate: {maxSurge: 25%}}}
            """);

    @Test
    void shouldFindWhatTheServerFilledInAndNowRefuses() {
        assertThat(LeftoverFields.unowned(REFUSED, RECREATE, LIVE)).containsExactly(FIELD);
    }

    @Test
    void shouldFindNothingOfAnObjectThatItHasNotApplied() {
        ObjectNode ofOthers = LIVE.deepCopy();
        ((ArrayNode) ofOthers.at("/metadata/managedFields")).remove(0);

        assertThat(LeftoverFields.unowned(REFUSED, RECREATE, ofOthers)).isEmpty();
    }

    @Test
    void shouldLeaveFieldsThatSomebodyWants() {
        ObjectNode owned = LIVE.deepCopy();
        ((ObjectNode) owned.at("/metadata/managedFields/1/fieldsV1/f:spec"))
                .withObjectProperty("f:strategy")
                .withObjectProperty("f:rollingUpdate")
                .putObject("f:maxSurge");

        assertThat(LeftoverFields.unowned(REFUSED, RECREATE, owned)).isEmpty();
        assertThat(LeftoverFields.managers(FIELD, owned)).containsExactly("other");
        assertThat(LeftoverFields.unowned(
                        REFUSED, yaml("spec: {strategy: {type: Recreate, rollingUpdate: {maxSurge: 1}}}"), LIVE))
                .as("the revision wants it")
                .isEmpty();
        assertThat(LeftoverFields.unowned(
                        List.of(
                                new FieldProblem("spec", "Forbidden"),
                                new FieldProblem("metadata.labels", "Invalid"),
                                new FieldProblem("spec.template.spec.containers[0].image", "Required"),
                                new FieldProblem("spec.none", "Invalid")),
                        RECREATE,
                        LIVE))
                .isEmpty();
    }

    @Test
    void shouldFindWhatTheServerAddedToAStructThatIsReplaced() {
        ObjectNode live = yaml("""
                apiVersion: apps/v1
                metadata:
                  managedFields:
                    - manager: olm.operatorframework.io
                      operation: Apply
                      apiVersion: apps/v1
                      fieldsV1:
                        f:spec:
                          f:volumes:
                            'k:{"name":"a"}': {.: {}, f:name: {}, f:secret: {f:secretName: {}}}
                            'k:{"name":"b"}': {.: {}, f:name: {}, f:secret: {f:secretName: {}}}
                          f:probe: {f:httpGet: {f:port: {}}}
                    - manager: other
                      operation: Update
                      apiVersion: apps/v1
                      fieldsV1: {f:spec: {f:probe: {f:httpGet: {f:host: {}}}}}
                spec:
                  volumes:
                    - {name: b, secret: {secretName: s, defaultMode: 420}}
                    - {name: a, secret: {secretName: s, defaultMode: 420, optional: true}}
                  probe: {httpGet: {port: 1, scheme: HTTP, host: h}, period: 10}
                """);
        ObjectNode wanted = yaml("""
                spec:
                  volumes: [{name: a, configMap: {name: c}}, {name: b, secret: {secretName: t}}]
                  probe: {exec: {command: [x]}}
                """);

        assertThat(LeftoverFields.of(List.of(), wanted, live))
                .containsExactlyInAnyOrder(
                        List.of("f:spec", "f:volumes", "k:{\"name\":\"a\"}", "f:secret", "f:defaultMode"),
                        List.of("f:spec", "f:volumes", "k:{\"name\":\"a\"}", "f:secret", "f:optional"),
                        List.of("f:spec", "f:probe", "f:httpGet", "f:scheme"));
    }

    @Test
    void shouldClaimTheFieldAndNothingElse() {
        assertThat(LeftoverFields.claim(LIVE, LeftoverFields.of(REFUSED, RECREATE, LIVE)))
                .isEqualTo(yaml("""
                        uid: u
                        resourceVersion: "7"
                        managedFields:
                          - manager: olm.operatorframework.io
                            operation: Apply
                            apiVersion: apps/v1
                            fieldsV1: {f:spec: {f:replicas: {}, f:strategy: {f:rollingUpdate: {}}}}
                          - {manager: other, operation: Update, apiVersion: apps/v1, fieldsV1: {f:spec: {f:paused: {}}}}
                        """));
    }
}
