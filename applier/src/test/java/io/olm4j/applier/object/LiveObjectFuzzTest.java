package io.olm4j.applier.object;

import static io.olm4j.applier.testing.Trees.yaml;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.applier.cluster.ApiException;
import io.olm4j.applier.fields.ConversionFields;
import io.olm4j.applier.fields.HelmFields;
import io.olm4j.applier.fields.LeftoverFields;
import io.olm4j.applier.fields.OwnedFieldsDiff;
import io.olm4j.testsupport.Fuzzing;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Fuzzing of what live objects say of their fields and owners, and of refusals of their fields. */
class LiveObjectFuzzTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final ObjectRef REF = new ObjectRef("example.com", "v1", "Thing", "", "a");
    private static final String WANTED = """
            {"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a","labels":{"a":"b"}},
            "spec":{"replicas":1,"conversion":{"strategy":"None"},"ports":[{"port":80,"name":"http"}],"tags":["x"]}}
            """;
    private static final String LIVE = """
            {"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a","uid":"u","labels":{"a":"b"},
            "annotations":{"olm.operatorframework.io/taken-over-from":"x,y"},
            "ownerReferences":[{"apiVersion":"v1","kind":"K","name":"n","uid":"x","controller":true}],
            "managedFields":[{"manager":"olm.operatorframework.io","operation":"Apply","apiVersion":"example.com/v1",
            "fieldsV1":{"f:metadata":{"f:labels":{"f:a":{}}},"f:spec":{"f:replicas":{},"f:conversion":{"f:strategy":{},
            "f:webhook":{}},"f:ports":{"k:{\\"port\\":80}":{".":{},"f:port":{}}},"f:tags":{"v:\\"x\\"":{}}}}},
            {"manager":"operator-controller","operation":"Update","apiVersion":"example.com/v1",
            "fieldsV1":{"f:metadata":{"f:ownerReferences":{"k:{\\"uid\\":\\"x\\"}":{}}}}}]},
            "spec":{"replicas":1,"conversion":{"strategy":"None","webhook":{"a":1}},
            "ports":[{"port":80,"protocol":"TCP"}],"tags":["x"],"strategy":{"type":"A","rollingUpdate":{}}}}
            """;
    private static final String REFUSAL = """
            {"kind":"Status","message":"Thing \\"a\\" is invalid","reason":"Invalid","code":422,"details":{"causes":
            [{"message":"Forbidden","field":"spec.strategy.rollingUpdate"},{"message":"m","field":"spec.ports[0]"}]}}
            """;

    @Test
    void shouldReadEveryLiveObject() {
        ObjectNode wanted = yaml(WANTED);
        ApiException refusal = new ApiException(422, "invalid", yaml(REFUSAL));
        Fuzzing.from(LIVE)
                .withWords(
                        "\"managedFields\":[",
                        "\"fieldsV1\":{",
                        "\"f:spec\":",
                        "\"k:{}\":",
                        "\"v:1\":",
                        "\"ownerReferences\":[",
                        "{}",
                        "[]")
                .allowing(JsonProcessingException.class)
                .texts(text -> {
                    if (JSON.readTree(text) instanceof ObjectNode live) {
                        OwnedFieldsDiff.firstDifference(wanted, live);
                        OwnedFieldsDiff.firstDifference(live, live);
                        LeftoverFields.of(refusal.fieldProblems(), wanted, live);
                        HelmFields.claim(live, "x");
                        ConversionFields.claim(wanted, live);
                        Ownership.controller(live);
                        Ownership.takenOverFrom(live);
                    }
                });
    }

    @Test
    void shouldExplainEveryRefusal() {
        ObjectNode wanted = yaml(WANTED);
        ObjectNode live = yaml(LIVE);
        Fuzzing.from(REFUSAL)
                .withWords("\"causes\":[", "\"field\":", "\"message\":", "spec.", ".a", "[0]", "{}", "[]")
                .allowing(JsonProcessingException.class)
                .texts(text -> {
                    JsonNode tree = JSON.readTree(text);
                    ApiException refusal =
                            new ApiException(422, tree.path("message").asText(), tree);
                    FailureMessages.isInvalid(refusal);
                    FailureMessages.invalid(refusal, REF, Optional.of(live), ShownText.about(REF, false));
                    LeftoverFields.of(refusal.fieldProblems(), wanted, live);
                });
    }
}
