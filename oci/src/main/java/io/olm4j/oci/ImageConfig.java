package io.olm4j.oci;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * The used part of the configuration of an image.
 *
 * @param labels labels of the image
 */
public record ImageConfig(Map<String, String> labels) {

    public ImageConfig {
        labels = Map.copyOf(labels);
    }

    public static ImageConfig parse(byte[] document) throws ContentException {
        try {
            JsonNode root = RegistryJson.tree(document, "the image configuration");
            Map<String, String> labels = new TreeMap<>();
            for (Map.Entry<String, JsonNode> label :
                    root.path("config").path("Labels").properties()) {
                labels.put(label.getKey(), label.getValue().asText());
            }
            return new ImageConfig(labels);
        } catch (IOException e) {
            // The message of the exception quotes the content.
            throw new ContentException("the image configuration is not JSON");
        }
    }
}
