package io.olm4j.oci.pack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.oci.Blob;
import io.olm4j.oci.Digest;
import io.olm4j.oci.MediaTypes;
import io.olm4j.oci.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Builds an image with one layer for linux/amd64. The same content and labels always give the same digest. */
public final class ImageBuilder {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

    private final LayerTar tar = new LayerTar();
    private final SortedMap<String, String> labels = new TreeMap<>();

    /**
     * Adds every file below a directory.
     *
     * @param pathInImage the target of the directory's content: {@code ""} for the root, or a path such as {@code
     *     configs}
     */
    public ImageBuilder addDirectory(String pathInImage, Path directory) {
        tar.addDirectory(pathInImage, directory);
        return this;
    }

    /** Adds one file with this content. */
    public ImageBuilder addFile(String pathInImage, byte[] content) {
        tar.addFile(pathInImage, content);
        return this;
    }

    public ImageBuilder label(String key, String value) {
        labels.put(key, value);
        return this;
    }

    public ImageBuilder labels(Map<String, String> more) {
        labels.putAll(more);
        return this;
    }

    /**
     * Reads the files and builds the image.
     *
     * @throws IOException if a file cannot be read, or the temporary directory is full
     */
    public BuiltImage build() throws IOException {
        LayerFile layer = LayerFile.of(tar);
        Blob config = config(layer.diffId());
        return new BuiltImage(manifest(config, layer.blob()), config, layer);
    }

    private Blob config(Digest diffId) throws JsonProcessingException {
        ObjectNode config = JSON.createObjectNode();
        config.put("architecture", Platform.LINUX_AMD64.architecture());
        config.put("os", Platform.LINUX_AMD64.os());
        ObjectNode labelled = config.putObject("config").putObject("Labels");
        labels.forEach(labelled::put);
        ObjectNode rootfs = config.putObject("rootfs");
        rootfs.put("type", "layers");
        rootfs.putArray("diff_ids").add(diffId.toString());
        return Blob.of(MediaTypes.OCI_CONFIG, JSON.writeValueAsBytes(config));
    }

    private static Blob manifest(Blob config, Blob layer) throws JsonProcessingException {
        ObjectNode manifest = JSON.createObjectNode();
        manifest.put("schemaVersion", 2);
        manifest.put("mediaType", MediaTypes.OCI_MANIFEST);
        describe(manifest.putObject("config"), config);
        describe(manifest.putArray("layers").addObject(), layer);
        return Blob.of(MediaTypes.OCI_MANIFEST, JSON.writeValueAsBytes(manifest));
    }

    private static void describe(ObjectNode descriptor, Blob blob) {
        descriptor.put("mediaType", blob.mediaType());
        descriptor.put("digest", blob.digest().toString());
        descriptor.put("size", blob.size());
    }
}
