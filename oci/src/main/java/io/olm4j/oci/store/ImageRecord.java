package io.olm4j.oci.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What is remembered beside unpacked content, so that it can be used again without asking the registry.
 *
 * @param labels labels of the image
 * @param directory the part of the image that was unpacked, {@code ""} for all
 * @param unpackedAt when
 * @param fingerprint what was unpacked, as {@link TreeFingerprint} sees it
 */
record ImageRecord(Map<String, String> labels, String directory, Instant unpackedAt, String fingerprint) {

    private static final ObjectMapper JSON = new ObjectMapper();

    ImageRecord {
        labels = Map.copyOf(labels);
    }

    /**
     * The record in the file; empty if there is none or it is damaged, since then the image is simply unpacked anew.
     */
    static Optional<ImageRecord> read(Path file) {
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(file));
            Map<String, String> labels = new TreeMap<>();
            root.path("labels")
                    .properties()
                    .forEach(l -> labels.put(l.getKey(), l.getValue().asText()));
            Instant unpackedAt = Instant.parse(root.path("unpackedAt").asText());
            return Optional.of(new ImageRecord(
                    labels,
                    root.path("directory").asText(),
                    unpackedAt,
                    root.path("fingerprint").asText()));
        } catch (IOException | DateTimeException e) {
            return Optional.empty();
        }
    }

    void write(Path file) throws IOException {
        ObjectNode root = JSON.createObjectNode();
        ObjectNode labelled = root.putObject("labels");
        new TreeMap<>(labels).forEach(labelled::put);
        root.put("directory", directory);
        root.put("unpackedAt", unpackedAt.toString());
        root.put("fingerprint", fingerprint);
        Files.write(file, JSON.writeValueAsBytes(root));
    }
}
