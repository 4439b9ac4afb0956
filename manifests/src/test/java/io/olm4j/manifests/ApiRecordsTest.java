package io.olm4j.manifests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.olm4j.api.ClusterCatalog;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java records know every field of the definitions: what they read they write again. */
class ApiRecordsTest {

    private static final Map<String, Class<? extends CustomResource<?, ?>>> CLASSES = Map.of(
            "clustercatalog", ClusterCatalog.class,
            "clusterextension", ClusterExtension.class,
            "clusterobjectset", ClusterObjectSet.class);

    private final KubernetesSerialization serialization = new KubernetesSerialization();

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("validCases")
    void shouldKeepEveryFieldOfAValidObject(String kind, ValidationCase line) {
        // when
        CustomResource<?, ?> read = serialization.unmarshal(line.object().toString(), CLASSES.get(kind));
        JsonNode written = serialization.unmarshal(serialization.asJson(read), JsonNode.class);

        // then
        assertThat(lost("", line.object(), written)).isEmpty();
    }

    static Stream<Arguments> validCases() {
        return Manifests.KINDS.stream()
                .flatMap(kind -> ValidationTable.of(kind).valid().stream().map(line -> Arguments.of(kind, line)));
    }

    /** The paths of what is not written as it was read; defaults may be added, and empty lists left out. */
    private static Stream<String> lost(String path, JsonNode read, JsonNode written) {
        return switch (read) {
            case ArrayNode list when list.isEmpty() -> Stream.of();
            case ArrayNode list
            when list.size() == written.size() ->
                IntStream.range(0, list.size())
                        .boxed()
                        .flatMap(i -> lost(path + "[" + i + "]", list.get(i), written.get(i)));
            case ObjectNode object ->
                object.properties().stream()
                        .flatMap(member ->
                                lost(path + "." + member.getKey(), member.getValue(), written.path(member.getKey())));
            default -> read.equals(written) ? Stream.of() : Stream.of(path);
        };
    }
}
