package io.olm4j.oci.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.oci.ContentException;
import io.olm4j.oci.Descriptor;
import io.olm4j.oci.Digest;
import io.olm4j.oci.Manifest;
import io.olm4j.oci.Platform;
import io.olm4j.oci.RegistryJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads manifests and indexes of OCI and Docker. It distinguishes them by their fields, because registries mislabel
 * them.
 */
final class ImageManifestParser {

    /** More than any real image or index has. */
    private static final int MAX_DESCRIPTORS = 1000;

    private ImageManifestParser() {}

    static Manifest parse(byte[] document) throws ContentException {
        JsonNode root;
        try {
            root = RegistryJson.tree(document, "the manifest");
        } catch (IOException e) {
            // The message of the exception quotes the answer, and a registry may echo secrets of the request.
            throw new ContentException("the manifest is not JSON");
        }
        if (root.path("schemaVersion").asInt() == 1) {
            throw new ContentException(
                    "Docker schema 1 manifests are not supported; push the image with a current tool");
        }
        if (root.path("manifests").isArray()) {
            return new Manifest.Index(descriptors(root.path("manifests")));
        }
        if (root.path("config").isObject() && root.path("layers").isArray()) {
            return new Manifest.Image(descriptor(root.path("config")), descriptors(root.path("layers")));
        }
        throw new ContentException("the manifest is neither an image nor an index");
    }

    private static List<Descriptor> descriptors(JsonNode array) throws ContentException {
        if (array.size() > MAX_DESCRIPTORS) {
            throw new ContentException("the manifest has more than " + MAX_DESCRIPTORS + " entries");
        }
        List<Descriptor> descriptors = new ArrayList<>();
        for (JsonNode node : array) {
            descriptors.add(descriptor(node));
        }
        return descriptors;
    }

    private static Descriptor descriptor(JsonNode node) throws ContentException {
        JsonNode platform = node.path("platform");
        try {
            return new Descriptor(
                    node.path("mediaType").asText(),
                    Digest.parse(node.path("digest").asText()),
                    node.path("size").asLong(-1),
                    platform.isObject()
                            ? Optional.of(new Platform(
                                    platform.path("os").asText(),
                                    platform.path("architecture").asText(),
                                    platform.path("variant").asText()))
                            : Optional.empty());
        } catch (IllegalArgumentException e) {
            throw new ContentException("the manifest has a bad descriptor: " + e.getMessage(), e);
        }
    }
}
