package io.olm4j.applier.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.olm4j.testsupport.Fuzzing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Fuzzing of the answers of API servers, also of aggregated ones. */
class AnswerFuzzTest {
    private static final String LIST = """
            {"kind":"ThingList","apiVersion":"example.com/v1",
            "metadata":{"resourceVersion":"7","continue":"next","remainingItemCount":3},
            "items":[{"apiVersion":"example.com/v1","kind":"Thing",
            "metadata":{"name":"a","uid":"u","generation":2,"labels":{"a":"b"},"finalizers":["x.io/y"],
            "ownerReferences":[{"apiVersion":"v1","kind":"K","name":"n","uid":"x","controller":true}],
            "managedFields":[{"manager":"m","operation":"Apply","time":"2026-01-01T00:00:00Z",
            "fieldsV1":{"f:spec":{}}}]},"spec":{"a":[1,2.5,null,{"b":true}]}},{"metadata":{"name":"b"}}]}
            """;
    private static final String STATUS = """
            {"kind":"Status","apiVersion":"v1","status":"Failure","message":"no","reason":"Invalid","code":422,
            "details":{"name":"a","kind":"things","causes":[{"message":"m","field":"spec.a","reason":"r"}]}}
            """;
    private static final String GROUP = """
            {"kind":"APIGroup","apiVersion":"v1","name":"apps",
            "versions":[{"groupVersion":"apps/v1","version":"v1"}]}
            """;

    @Test
    void shouldReadOrRefuseListsOfTrees() {
        lists().bytes(list -> ListReader.read(new ByteArrayInputStream(list), ObjectNode.class, ObjectNode::size));
    }

    @Test
    void shouldReadOrRefuseListsOfResources() {
        lists().bytes(list -> ListReader.read(
                new ByteArrayInputStream(list), GenericKubernetesResource.class, item -> item.get("spec", "a")));
    }

    private static Fuzzing lists() {
        return Fuzzing.from(LIST, "{\"items\":null,\"metadata\":{}}")
                .withWords("\"items\":[", "\"items\":", "\"metadata\":{", "\"continue\":", "{}", "[]")
                .allowing(IOException.class);
    }

    @Test
    void shouldReadOrRefuseDocuments() {
        Fuzzing.from(STATUS, GROUP)
                .withWords("\"details\":{", "\"causes\":[", "\"versions\":[", "\"field\":", "{}", "[]")
                .allowing(ApiException.class)
                .bytes(document -> {
                    for (ObjectMapper reader : List.of(new ObjectMapper(), ServedJson.READER)) {
                        JsonNode tree =
                                AnswerBody.tree(reader, new ByteArrayInputStream(document), AnswerBody.MAX_OBJECT);
                        ApiGroup.of(tree);
                        ApiException refusal =
                                new ApiException(422, tree.path("message").asText(), tree);
                        refusal.fieldProblems();
                        refusal.subjectName();
                        refusal.isNotServed();
                    }
                });
    }

    @Test
    void shouldReadEveryMessage() {
        Fuzzing.from(
                        "Post \"https://x\": read tcp 10.0.0.1:3342->[::1]:443: connection refused",
                        "dial tcp: lookup a.example.com on 10.0.0.10:53: localhost/127.0.0.1")
                .withWords("read tcp ", "write udp ", "->", ": ", "localhost/", "1.", "[::", "]/")
                .texts(EphemeralText::removedFrom);
    }

    @Test
    void shouldReadEveryWarning() {
        Fuzzing.from(
                        "299 - \"a \\\"b\\\" is deprecated\"",
                        "299 kube \"c\" \"Sun, 06 Nov 1994 08:49:37 GMT\", 110 - \"d\", 299 - \"e\"")
                .withWords("299 ", "\\\"", "\", ", " - ")
                .texts(header -> WarningHeaders.texts(List.of(header, header)));
    }
}
