package io.olm4j.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads YAML as a tree. */
final class Yaml {

    private static final KubernetesSerialization SERIALIZATION = new KubernetesSerialization();

    private Yaml() {}

    /** The one document of the resource; what has no such resource is a mistake of the test. */
    static JsonNode read(String resource) {
        try (InputStream in = open(resource)) {
            return SERIALIZATION.unmarshal(in, JsonNode.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The one document of a file. */
    static JsonNode read(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return SERIALIZATION.unmarshal(in, JsonNode.class);
        }
    }

    static InputStream open(String resource) {
        return Optional.ofNullable(Yaml.class.getResourceAsStream(resource))
                .orElseThrow(() -> new IllegalArgumentException("no resource " + resource + " on the class path"));
    }
}
