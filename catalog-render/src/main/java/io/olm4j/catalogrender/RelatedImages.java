package io.olm4j.catalogrender;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.olm4j.bundle.Csv;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;

/** Lists the images that a bundle needs: those it names, its own, and those its deployments run. */
final class RelatedImages {
    private final ArrayNode list = JsonNodeFactory.instance.arrayNode();
    private final Set<String> listed = new HashSet<>();

    private RelatedImages() {}

    /**
     * The elements of {@code relatedImages}, each with name and image; only those that the bundle names have names.
     *
     * @param image the bundle's own, empty if it has none
     */
    static ArrayNode of(Csv csv, String image) {
        RelatedImages images = new RelatedImages();
        csv.tree()
                .at("/spec/relatedImages")
                .forEach(named -> images.add(
                        named.path("name").asText(), named.path("image").asText()));
        Stream.concat(Stream.of(image).filter(own -> !own.isEmpty()), run(csv))
                .filter(other -> !images.listed.contains(other))
                .forEach(other -> images.add("", other));
        return images.list;
    }

    private void add(String name, String image) {
        list.addObject().put("name", name).put("image", image);
        listed.add(image);
    }

    private static Stream<String> run(Csv csv) {
        if (!csv.tree().at("/spec/install/strategy").asText().equals("deployment")) {
            return Stream.of();
        }
        return csv.deployments().stream()
                .map(deployment -> deployment.at("/spec/template/spec"))
                .flatMap(pod -> Stream.of(pod.path("containers"), pod.path("initContainers")))
                .flatMap(JsonNode::valueStream)
                .map(container -> container.path("image").asText());
    }
}
