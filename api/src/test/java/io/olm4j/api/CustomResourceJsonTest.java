package io.olm4j.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that the records carry every field of the custom resources from JSON and back. */
class CustomResourceJsonTest {

    private final KubernetesSerialization serialization = new KubernetesSerialization();
    private final ObjectMapper json = new ObjectMapper();

    @ParameterizedTest
    @ValueSource(strings = {"clusterextension.json", "clusterextension-minimal.json"})
    void shouldKeepEveryFieldOfAClusterExtension(String file) throws Exception {
        assertRoundTrip(file, ClusterExtension.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"clustercatalog.json", "clustercatalog-minimal.json"})
    void shouldKeepEveryFieldOfAClusterCatalog(String file) throws Exception {
        assertRoundTrip(file, ClusterCatalog.class);
    }

    @ParameterizedTest
    @ValueSource(strings = "clusterobjectset.json")
    void shouldKeepEveryFieldOfAClusterObjectSet(String file) throws Exception {
        assertRoundTrip(file, ClusterObjectSet.class);
    }

    private void assertRoundTrip(String file, Class<?> type) throws Exception {
        JsonNode given;
        try (var in = getClass().getResourceAsStream("/" + file)) {
            given = json.readTree(in);
        }

        Object resource = serialization.unmarshal(given.toString(), type);

        assertThat(json.readTree(serialization.asJson(resource))).isEqualTo(given);
    }
}
