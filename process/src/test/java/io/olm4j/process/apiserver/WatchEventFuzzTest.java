package io.olm4j.process.apiserver;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.olm4j.testsupport.Fuzzing;
import java.io.IOException;
import okio.BufferedSource;
import okio.Okio;
import org.junit.jupiter.api.Test;

/** Fuzzing of the events of watches. */
class WatchEventFuzzTest {

    @Test
    void shouldReadOrRefuseEveryEvent() {
        KubernetesSerialization serialization = ApiServerHttp.serialization();
        serialization.registerKubernetesResource(Secret.class);
        Fuzzing.from("""
                {"type":"ADDED","object":{"kind":"Secret","apiVersion":"v1","metadata":{"name":"s","generation":1,
                "creationTimestamp":"2026-01-01T00:00:00Z","labels":{"a":"b"},"finalizers":["x.io/y"],
                "ownerReferences":[{"apiVersion":"v1","kind":"K","name":"n","uid":"x"}]},"data":{"a":"YQ=="},"type":"t"}}
                """, """
                {"type":"MODIFIED","object":{"apiVersion":"example.com/v1","kind":"Thing","metadata":{"name":"a"},
                "spec":{"a":[1,2.5,null,{"b":true}]},"status":{"conditions":[]}}}
                """, """
                {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","code":410,"reason":"Expired","details":{}}}
                """)
                .withWords(
                        "\"object\":{", "\"type\":", "\"kind\":\"Secret\"", "\"metadata\":{", "{}", "[]", "&a ", "*a")
                .allowing(KubernetesClientException.class)
                .texts(event -> {
                    WatchEvent read = serialization.unmarshal(event, WatchEvent.class);
                    if (read != null) {
                        read.getType();
                        read.getObject();
                    }
                });
    }

    @Test
    void shouldPassOnTheSameInWhateverPartsEventsArrive() {
        Fuzzing.from("""
                {"type":"ADDED","object":{"kind":"Thing","metadata":{"name":"é😀","managedFields":[
                {"manager":"m","operation":"Apply","fieldsV1":{"f:spec":{"k:{\\"a\\":1}":{}}}},
                {"manager":"n","operation":"Update","fieldsV1":{"f:status":{}},"subresource":"status"}]},"spec":{}}}
                """.replace("\n{", "{"))
                .withWords("\"metadata\":{", "\"managedFields\":[", ",\"subresource\":\"", "}]", "\\\"")
                .bytes(events -> assertThat(passedOn(events, 7)).isEqualTo(passedOn(events, 1000)));
    }

    private static String passedOn(byte[] events, int part) throws IOException {
        var filter = new SubresourceFieldsFilter(new InParts(events, part));
        try (BufferedSource source = Okio.buffer(new AsciiJsonSource(filter))) {
            return source.readUtf8();
        }
    }
}
