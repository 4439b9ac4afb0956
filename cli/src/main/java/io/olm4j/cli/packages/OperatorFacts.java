package io.olm4j.cli.packages;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.olm4j.bundle.InstallMode;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.property.PropertyTypes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * What a bundle in a catalog says of its operator, by the property {@code olm.csv.metadata} or by the
 * ClusterServiceVersion among its {@code olm.bundle.object}s. Texts that are left out are empty.
 *
 * @param summary one line
 * @param description the whole text, usually Markdown
 * @param metadata the value of {@code olm.csv.metadata}; a missing node if there is none
 * @param csv the ClusterServiceVersion, if the catalog has it
 */
record OperatorFacts(
        String displayName,
        String summary,
        String description,
        String provider,
        List<String> keywords,
        Set<InstallMode> installModes,
        JsonNode metadata,
        Optional<JsonNode> csv) {

    static final OperatorFacts NONE =
            of(MissingNode.getInstance(), MissingNode.getInstance(), MissingNode.getInstance(), Optional.empty());

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CSV = "ClusterServiceVersion";

    /**
     * These facts with a ClusterServiceVersion that the catalog lacks; it supplies the facts that the catalog does not
     * state.
     */
    OperatorFacts with(JsonNode found) {
        return metadata.isObject()
                ? new OperatorFacts(
                        displayName,
                        summary,
                        description,
                        provider,
                        keywords,
                        installModes,
                        metadata,
                        Optional.of(found))
                : of(found.path("spec"), found.path("metadata").path("annotations"), metadata, Optional.of(found));
    }

    /** The media type of the icon in the ClusterServiceVersion. */
    Optional<String> icon() {
        return csv.map(tree ->
                        tree.path("spec").path("icon").path(0).path("mediatype").asText(""))
                .filter(type -> !type.isEmpty());
    }

    /** Reads the facts of an {@code olm.bundle}. */
    static OperatorFacts of(Meta bundle) {
        JsonNode metadata = MissingNode.getInstance();
        Optional<JsonNode> csv = Optional.empty();
        for (JsonNode property : bundle.blob().path("properties")) {
            switch (property.path("type").asText()) {
                case PropertyTypes.CSV_METADATA -> metadata = property.path("value");
                case PropertyTypes.BUNDLE_OBJECT -> csv = csv.or(() -> manifest(property.path("value")));
                default -> {
                    // It says nothing of the operator itself.
                }
            }
        }
        return metadata.isObject()
                ? of(metadata, metadata.path("annotations"), metadata, csv)
                : csv.map(tree -> of(
                                tree.path("spec"),
                                tree.path("metadata").path("annotations"),
                                MissingNode.getInstance(),
                                Optional.of(tree)))
                        .orElse(NONE);
    }

    private static OperatorFacts of(JsonNode spec, JsonNode annotations, JsonNode metadata, Optional<JsonNode> csv) {
        return new OperatorFacts(
                spec.path("displayName").asText(""),
                annotations.path("description").asText("").strip(),
                spec.path("description").asText("").strip(),
                spec.path("provider").path("name").asText(""),
                texts(spec.path("keywords")),
                modes(spec.path("installModes")),
                metadata,
                csv);
    }

    /** A ClusterServiceVersion; other manifests are left out, and those that cannot be read. */
    private static Optional<JsonNode> manifest(JsonNode value) {
        try {
            byte[] data = Base64.getDecoder().decode(value.path("data").asText(""));
            return Optional.of(JSON.readTree(data))
                    .filter(tree -> tree.path("kind").asText().equals(CSV));
        } catch (IOException | IllegalArgumentException unreadable) {
            return Optional.empty();
        }
    }

    /** The texts of a list. */
    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(text -> texts.add(text.asText()));
        return List.copyOf(texts);
    }

    private static Set<InstallMode> modes(JsonNode list) {
        Set<InstallMode> modes = EnumSet.noneOf(InstallMode.class);
        StreamSupport.stream(list.spliterator(), false)
                .filter(mode -> mode.path("supported").asBoolean())
                .forEach(mode -> {
                    for (InstallMode known : InstallMode.values()) {
                        if (known.toString().equals(mode.path("type").asText())) {
                            modes.add(known);
                        }
                    }
                });
        return Set.copyOf(modes);
    }
}
