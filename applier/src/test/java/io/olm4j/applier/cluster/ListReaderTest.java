package io.olm4j.applier.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ListMeta;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ListReaderTest {

    private final List<ObjectNode> items = new ArrayList<>();

    private ListMeta read(String list) throws IOException {
        return ListReader.read(new ByteArrayInputStream(list.getBytes(UTF_8)), ObjectNode.class, items::add);
    }

    @Test
    void shouldReadItemsAndMetadata() throws IOException {
        ListMeta metadata = read("""
                {"kind": "SecretList", "apiVersion": "v1",
                 "metadata": {"resourceVersion": "7", "continue": "next", "remainingItemCount": 3, "new": {"a": []}},
                 "items": [{"metadata": {"name": "a"}}, {"metadata": {"name": "b"}, "data": {"x": "eQ=="}}]}
                """);

        assertThat(metadata.getResourceVersion()).isEqualTo("7");
        assertThat(metadata.getContinue()).isEqualTo("next");
        assertThat(items).extracting(item -> item.at("/metadata/name").asText()).containsExactly("a", "b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"items\": [{\"a\": 1}], \"metadata\": {\"resourceVersion\": \"7\"}}",
                "{\"other\": {\"items\": [1]}, \"items\": [{\"a\": 1}], \"metadata\": {\"resourceVersion\": \"7\"}}"
            })
    void shouldReadFieldsInAnyOrder(String list) throws IOException {
        assertThat(read(list).getResourceVersion()).isEqualTo("7");
        assertThat(items).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"metadata\": {}, \"items\": null}", "{\"metadata\": {}, \"items\": []}"})
    void shouldReadAnEmptyList(String list) throws IOException {
        read(list);

        assertThat(items).isEmpty();
    }

    /** A list that is cut off must not pass for the whole: what it lacks would count as deleted. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[]",
                "<html>",
                "{}",
                "{\"metadata\": {}}",
                "{\"items\": {}}",
                "{\"items\": [{\"a\": 1}, 2]}",
                "{\"items\": [{\"a\": 1}, ",
                "{\"items\": [{\"a\": 1}",
                "{\"items\": [{\"a\": 1}]",
                "{\"items\": [{\"a\": 1}], \"metadata\": {"
            })
    void shouldRefuseWhatIsNotAWholeList(String list) {
        assertThatThrownBy(() -> read(list)).isInstanceOf(IOException.class);
    }

    @Test
    void shouldGiveEachItemBeforeTheNextIsReceived() throws IOException {
        // Given a list of 400 objects of 1 MB, each made when it is asked for
        AtomicInteger made = new AtomicInteger();
        String data = "x".repeat(1 << 20);
        List<InputStream> objects = new AbstractList<>() {
            @Override
            public InputStream get(int index) {
                made.incrementAndGet();
                return text((index == 0 ? "" : ",") + "{\"data\": \"" + data + "\"}");
            }

            @Override
            public int size() {
                return 400;
            }
        };
        InputStream list = new SequenceInputStream(Collections.enumeration(List.of(
                text("{\"metadata\": {}, \"items\": ["),
                new SequenceInputStream(Collections.enumeration(objects)),
                text("]}"))));
        List<Integer> ahead = new ArrayList<>();
        AtomicInteger given = new AtomicInteger();

        // When
        ListReader.read(list, GenericKubernetesResource.class, _ -> ahead.add(made.get() - given.incrementAndGet()));

        // Then
        assertThat(ahead).hasSize(400).allMatch(count -> count <= 1);
    }

    @Test
    void shouldReadAnItemOfAnyDepth() throws IOException {
        int levels = 200_000;
        String deep = "[".repeat(levels) + "]".repeat(levels);

        List<GenericKubernetesResource> read = new ArrayList<>();
        ListReader.read(
                text("{\"items\": [{\"metadata\": {\"name\": \"deep\"}, \"spec\": " + deep + "}]}"),
                GenericKubernetesResource.class,
                read::add);

        assertThat(read)
                .singleElement()
                .satisfies(item -> assertThat(item.getMetadata().getName()).isEqualTo("deep"));
    }

    private static InputStream text(String text) {
        return new ByteArrayInputStream(text.getBytes(UTF_8));
    }
}
