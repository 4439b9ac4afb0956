package io.olm4j.oci.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The record beside unpacked content, with which the content can be used again without a request to the registry.
 *
 * @param labels labels of the image
 * @param directory the part of the image that was unpacked; {@code ""} for the whole image
 * @param fingerprint the fingerprint of the unpacked content, from {@link TreeFingerprint}
 */
record ImageRecord(Map<String, String> labels, String directory, String fingerprint) {

    private static final ObjectMapper JSON = new ObjectMapper();

    ImageRecord {
        labels = Map.copyOf(labels);
    }

    /** The record in the file; empty if it is missing or damaged. The image is then unpacked again. */
    static Optional<ImageRecord> read(Path file) {
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(file));
            Map<String, String> labels = new TreeMap<>();
            root.path("labels")
                    .properties()
                    .forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
            return Optional.of(new ImageRecord(
                    labels,
                    root.path("directory").asText(),
                    root.path("fingerprint").asText()));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    void write(Path file) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        ObjectNode labelled = root.putObject("labels");
        new TreeMap<>(labels).forEach(labelled::put);
        root.put("directory", directory);
        root.put("fingerprint", fingerprint);
        Files.write(file, JSON.writeValueAsBytes(root));
    }
}
