package io.olm4j.applier.content;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.olm4j.api.Annotations;
import io.olm4j.api.BoundedObject;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.api.ClusterObjectSetSpec.PhaseObject;
import io.olm4j.applier.account.SecretAccess.SecretName;
import io.olm4j.applier.cluster.ObjectClient;
import io.olm4j.testsupport.Fuzzing;
import io.olm4j.testsupport.Gzip;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Fuzzing of the objects in sets and in the Secrets that sets refer to. */
class ContentFuzzTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final SecretName SECRET = new SecretName("olm", "set-0123456789abcdef");
    private static final String OBJECT = """
            {"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","labels":{"b":"c"}},
            "data":{"x":"y\\u00e9","z":"1"},"list":[1,-2.50,1e3,true,null,[{}]]}
            """;
    private static final String[] WORDS = {"\"metadata\":{", "\"kind\":", "{}", "[]", "\\ud83d", "1e400"};

    private final KubernetesClient client =
            new KubernetesClientBuilder().withConfig(Config.empty()).build();

    @AfterEach
    void close() {
        client.close();
    }

    @Test
    void shouldReadOrRefuseStoredObjects() {
        Fuzzing.from(List.of(OBJECT.getBytes(UTF_8), Gzip.of(OBJECT), Gzip.of(new byte[1 << 20])))
                .withWords(WORDS)
                .allowing(IOException.class)
                .bytes(this::read);
    }

    @Test
    void shouldRefuseANumberThatIsTooLarge() {
        assertThatThrownBy(() -> read("{\"a\":[1,1e400]}".getBytes(UTF_8)))
                .isInstanceOf(IOException.class)
                .hasMessage("key \"object\" of secret \"" + SECRET
                        + "\" has a number that is too large for the API server");
    }

    @Test
    void shouldReadOrRefusePackedObjects() {
        Fuzzing.from(OBJECT).slow().withWords(WORDS).allowing(IOException.class).bytes(json -> read(Gzip.of(json)));
    }

    /** Reads a value of a Secret as an object that a user named, and as one that is named by its digest. */
    private void read(byte[] stored) throws IOException {
        for (String key : List.of("object", PackedSecrets.keyOf(stored))) {
            var secrets = new ReferencedSecrets(
                    ObjectClient.of(client),
                    new CreatedSecrets(),
                    new PackedSecrets(SECRET.namespace(), set()),
                    false,
                    _ -> {});
            secrets.keep(SECRET, Optional.of(secret(key, stored)));
            PhaseDigests.of("phase", List.of(secrets.object(SECRET, key)));
        }
    }

    private static ObjectNode secret(String key, byte[] stored) {
        ObjectNode secret = JSON.createObjectNode().put("type", PackedSecrets.TYPE);
        secret.withObject("/metadata/annotations").put(Annotations.REVISION_UID, "uid");
        secret.putObject("data").put(key, Base64.getEncoder().encodeToString(stored));
        return secret;
    }

    private static ClusterObjectSet set() {
        ClusterObjectSet set = new ClusterObjectSet();
        set.setMetadata(new ObjectMetaBuilder().withName("set").withUid("uid").build());
        return set;
    }

    @Test
    void shouldReadOrLeaveOutObjectsInASpec() {
        Fuzzing.from("{\"object\":" + OBJECT + ",\"collisionProtection\":\"None\"}")
                .withWords(WORDS)
                .allowing(JsonProcessingException.class)
                .texts(text -> {
                    PhaseObject read = JSON.readValue(text, PhaseObject.class);
                    if (read != null) {
                        BoundedObject.problem(read.object());
                    }
                });
    }
}
