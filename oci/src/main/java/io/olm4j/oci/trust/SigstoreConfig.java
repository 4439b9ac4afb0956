package io.olm4j.oci.trust;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The images whose signatures are read from their registries, as configured in the files of {@code registries.d}.
 *
 * @param attachments {@code use-sigstore-attachments} by scope; the scope {@code ""} applies to all other images
 * @see <a href="https://github.com/containers/container-libs/blob/main/image/docs/containers-registries.d.5.md">
 *     containers-registries.d(5)</a>
 */
record SigstoreConfig(Map<String, Optional<Boolean>> attachments) {

    private static final ObjectMapper YAML = new YAMLMapper();
    private static final String FIELD = "use-sigstore-attachments";

    SigstoreConfig {
        attachments = Map.copyOf(attachments);
    }

    static SigstoreConfig read(List<Path> files) throws ImageException {
        Map<String, Optional<Boolean>> attachments = new HashMap<>();
        for (Path file : files) {
            try {
                JsonNode root = tree(file);
                if (root.hasNonNull("default-docker")) {
                    add(attachments, "", root.path("default-docker"));
                }
                for (var scope : root.path("docker").properties()) {
                    add(attachments, scope.getKey(), scope.getValue());
                }
            } catch (ConfigException e) {
                throw e.in(file);
            }
        }
        return new SigstoreConfig(attachments);
    }

    /**
     * Whether signatures of the image are read from its repository. If a scope has no setting, the next scope decides.
     */
    boolean usesAttachments(ImageReference image) {
        return Stream.concat(PolicyScopes.of(image).stream(), Stream.of(""))
                .map(attachments::get)
                .filter(Objects::nonNull)
                .flatMap(Optional::stream)
                .findFirst()
                .orElse(false);
    }

    private static JsonNode tree(Path file) throws ConfigException {
        try {
            return YAML.readTree(ConfigFiles.read(file));
        } catch (JsonProcessingException e) {
            throw new ConfigException("it is not YAML: " + e.getOriginalMessage(), e);
        } catch (IOException e) {
            throw new ConfigException("it is not YAML", e);
        }
    }

    private static void add(Map<String, Optional<Boolean>> attachments, String scope, JsonNode settings)
            throws ConfigException {
        JsonNode value = settings.path(FIELD);
        if (!value.isMissingNode() && !value.isNull() && !value.isBoolean()) {
            throw new ConfigException("\"" + FIELD + "\" must be true or false");
        }
        Optional<Boolean> uses = value.isBoolean() ? Optional.of(value.asBoolean()) : Optional.empty();
        if (attachments.putIfAbsent(scope, uses) != null) {
            throw new ConfigException(
                    scope.isEmpty()
                            ? "\"default-docker\" is defined in another file already"
                            : "\"" + scope + "\" is defined in another file already");
        }
    }
}
