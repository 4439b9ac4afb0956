package io.olm4j.oci.pack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.files.AtomicFile;
import io.olm4j.oci.Blob;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.MediaTypes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes images into a directory in the OCI image layout, which skopeo, podman and other tools read and push.
 *
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/image-layout.md">the image layout</a>
 */
public final class ImageLayout {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MARKER = "{\"imageLayoutVersion\":\"1.0.0\"}";
    private static final String REF_NAME = "org.opencontainers.image.ref.name";

    private final Path directory;

    /** @param directory created at the first write if it does not exist */
    public ImageLayout(Path directory) {
        this.directory = directory;
    }

    /**
     * Adds an image. It replaces an image with the same tag; other images in the layout stay.
     *
     * @param tag the name of the image in the layout, if it has one
     * @throws ImageException terminal, if the directory is not empty and not a layout
     * @throws IOException if the directory cannot be written
     */
    public void write(BuiltImage image, Optional<String> tag) throws ImageException, IOException {
        ObjectNode index = index();
        write(image.layer());
        write(image.config());
        write(image.manifest());
        byte[] newIndex = JSON.writeValueAsBytes(with(index, image.manifest(), tag));
        AtomicFile.write(directory.resolve("oci-layout"), MARKER.getBytes(StandardCharsets.UTF_8));
        AtomicFile.write(directory.resolve("index.json"), newIndex);
    }

    private ObjectNode index() throws ImageException, IOException {
        Path file = directory.resolve("index.json");
        if (!Files.exists(file)) {
            if (Files.exists(directory) && !isEmpty()) {
                throw new ImageException(
                        directory + " is not empty and holds no OCI layout; name another directory", true);
            }
            Files.createDirectories(directory.resolve("blobs").resolve("sha256"));
            return JSON.createObjectNode().put("schemaVersion", 2).put("mediaType", MediaTypes.OCI_INDEX);
        }
        try {
            if (JSON.readTree(Files.readAllBytes(file)) instanceof ObjectNode index) {
                return index;
            }
        } catch (JsonProcessingException e) {
            throw new ImageException(file + " is not valid JSON; repair it, or name another directory", true, e);
        }
        throw new ImageException(file + " is not an index; repair it, or name another directory", true);
    }

    private boolean isEmpty() throws IOException {
        try (var entries = Files.list(directory)) {
            return entries.findAny().isEmpty();
        }
    }

    private static ObjectNode with(ObjectNode index, Blob manifest, Optional<String> tag) {
        ArrayNode others = JSON.createArrayNode();
        for (JsonNode other : index.path("manifests")) {
            String name = other.path("annotations").path(REF_NAME).asText();
            boolean sameImage =
                    other.path("digest").asText().equals(manifest.digest().toString());
            if (!(name.isEmpty()
                    ? sameImage && tag.isEmpty()
                    : tag.filter(name::equals).isPresent())) {
                others.add(other);
            }
        }
        ObjectNode descriptor = others.addObject();
        descriptor.put("mediaType", manifest.mediaType());
        descriptor.put("digest", manifest.digest().toString());
        descriptor.put("size", manifest.size());
        tag.ifPresent(name -> descriptor.putObject("annotations").put(REF_NAME, name));
        index.set("manifests", others);
        return index;
    }

    private void write(Blob blob) throws IOException {
        Path file = directory
                .resolve("blobs")
                .resolve(blob.digest().algorithm())
                .resolve(blob.digest().hex());
        if (!Files.exists(file) || Files.size(file) != blob.size()) {
            Files.createDirectories(file.resolveSibling(""));
            AtomicFile.write(file, blob.content()::writeTo);
        }
    }
}
