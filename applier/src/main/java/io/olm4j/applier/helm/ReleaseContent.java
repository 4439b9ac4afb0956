package io.olm4j.applier.helm;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.Annotations;
import io.olm4j.files.GzipInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a stored Helm release contains of a bundle; the rest, such as the chart, is skipped.
 *
 * @param olmProperties the properties of the bundle, which the original keeps among the annotations of the chart
 * @param objects the objects of the manifest
 */
record ReleaseContent(Optional<String> olmProperties, List<ObjectNode> objects) {

    /** The largest release, in bytes of JSON. The original writes at most 11 MiB of it compressed. */
    private static final long MAX_BYTES = 256L << 20;

    /** The longest manifest, in characters. */
    private static final int MAX_MANIFEST = 16 << 20;

    private static final int BUFFER = 64 << 10;

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxDocumentLength(MAX_BYTES)
                    .maxStringLength(MAX_MANIFEST)
                    .build())
            .build());

    /**
     * Reads a release.
     *
     * @param stored JSON in gzip
     * @throws IOException if that is something else, or larger than a release can be; the message says what is wrong
     */
    static ReleaseContent read(InputStream stored) throws IOException {
        Optional<String> properties = Optional.empty();
        List<ObjectNode> objects = List.of();
        try (JsonParser json = JSON.createParser(new GzipInput(stored, BUFFER))) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("it is not a JSON object");
            }
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                JsonToken value = json.nextToken();
                if (field.equals("chart") && value == JsonToken.START_OBJECT) {
                    properties = properties(json);
                } else if (field.equals("manifest") && value == JsonToken.VALUE_STRING) {
                    objects = objects(json.getText());
                } else {
                    json.skipChildren();
                }
            }
        } catch (JsonProcessingException e) {
            throw new IOException(e.getOriginalMessage(), e);
        }
        if (objects.isEmpty()) {
            throw new IOException("its manifest has no object");
        }
        return new ReleaseContent(properties, objects);
    }

    private static Optional<String> properties(JsonParser chart) throws IOException {
        Optional<String> properties = Optional.empty();
        while (chart.nextToken() == JsonToken.FIELD_NAME) {
            String field = chart.currentName();
            if (chart.nextToken() == JsonToken.START_OBJECT && field.equals("metadata")) {
                JsonNode metadata = JSON.readTree(chart);
                properties = Optional.ofNullable(metadata.path("annotations")
                        .path(Annotations.OLM_PROPERTIES)
                        .textValue());
            } else {
                chart.skipChildren();
            }
        }
        return properties;
    }

    /** The objects of a manifest, in which each line is an object, a comment, or a line between documents. */
    private static List<ObjectNode> objects(String manifest) throws IOException {
        List<ObjectNode> objects = new ArrayList<>();
        for (String line : manifest.lines().toList()) {
            if (line.isBlank() || line.startsWith("#") || line.startsWith("---")) {
                continue;
            }
            if (!(JSON.readTree(line) instanceof ObjectNode object)
                    || !object.path("kind").isTextual()) {
                throw new IOException("its manifest has a line that is not a Kubernetes object");
            }
            objects.add(object);
        }
        return objects;
    }
}
