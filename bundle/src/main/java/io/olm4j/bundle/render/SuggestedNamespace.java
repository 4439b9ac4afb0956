package io.olm4j.bundle.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.olm4j.bundle.InstallNamespace;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.typed.Nulls;
import io.olm4j.bundle.typed.TypeMismatchException;
import io.olm4j.bundle.typed.TypedTree;
import io.olm4j.versionranges.Shortened;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds the install namespace of a bundle if the user names none: the one that an annotation of its
 * ClusterServiceVersion suggests, else one named after its package.
 */
public final class SuggestedNamespace {
    /** The annotation with a Namespace as JSON; its name, labels and annotations count. */
    static final String TEMPLATE = "operatorframework.io/suggested-namespace-template";

    /** The annotation with a name. */
    static final String NAME = "operatorframework.io/suggested-namespace";

    private static final String SUFFIX = "-system";
    private static final int MAX_LENGTH = 63;
    private static final int HASH_LENGTH = 8;
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]++(-++[a-z0-9]++)*+");
    private static final Pattern OTHERS = Pattern.compile("[^a-z0-9]++");
    private static final Pattern HYPHENS_AROUND = Pattern.compile("^-|-$");

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private SuggestedNamespace() {}

    /** The suggestion of a bundle. */
    public sealed interface Suggestion {

        /** A namespace that can be created. */
        record Usable(InstallNamespace.Managed namespace) implements Suggestion {}

        /** No namespace; the message says what is wrong with the bundle, and what to do. */
        record Unusable(String message) implements Suggestion {}
    }

    /**
     * The namespace for a bundle.
     *
     * @param kept the name from an earlier bundle of the extension, because an upgrade cannot change the namespace.
     *     Labels and annotations are still those of this bundle
     */
    public static Suggestion of(RegistryV1 bundle, Optional<String> kept) {
        JsonNode metadata;
        try {
            metadata = templateMetadata(bundle.csv().annotations().getOrDefault(TEMPLATE, ""));
        } catch (TypeMismatchException e) {
            return unusable("failed to parse namespace template: " + e.getMessage());
        } catch (JsonProcessingException e) {
            return unusable("failed to parse namespace template: it is not JSON: " + e.getOriginalMessage());
        }
        String name = kept.orElseGet(() -> suggestedName(bundle, metadata));
        if (name.length() > MAX_LENGTH) {
            return unusable("resolved namespace name \"" + Shortened.of(MAX_LENGTH, name) + "\" exceeds " + MAX_LENGTH
                    + " characters");
        }
        if (!LABEL.matcher(name).matches()) {
            return unusable("resolved namespace name \"" + name + "\" is not a valid DNS1123 label");
        }
        ObjectNode namespace = Objects.clusterScoped("v1", "Namespace", name);
        for (String field : List.of("labels", "annotations")) {
            Objects.copy(metadata, namespace.withObject("/metadata"), field);
        }
        return new Suggestion.Usable(new InstallNamespace.Managed(namespace));
    }

    /**
     * The metadata of the template. Only the fields of {@code ObjectMeta} count; the rest of the template has no
     * effect.
     */
    private static JsonNode templateMetadata(String template) throws JsonProcessingException {
        JsonNode tree = template.isBlank() ? JSON.createObjectNode() : JSON.readTree(template);
        return TypedTree.of(tree, "PartialObjectMetadata", Nulls.DROPPED).path("metadata");
    }

    private static String suggestedName(RegistryV1 bundle, JsonNode metadata) {
        String ofTemplate = metadata.path("name").asText();
        String ofAnnotation = bundle.csv().annotations().getOrDefault(NAME, "");
        if (!ofTemplate.isEmpty()) {
            return ofTemplate;
        }
        return ofAnnotation.isEmpty() ? nameOf(bundle.packageName()) : ofAnnotation;
    }

    /** Always a valid namespace name, and a different one for every package. */
    private static String nameOf(String packageName) {
        String cleaned = HYPHENS_AROUND
                .matcher(OTHERS.matcher(packageName.toLowerCase(Locale.ROOT)).replaceAll("-"))
                .replaceAll("");
        if (cleaned.equals(packageName) && cleaned.length() + SUFFIX.length() <= MAX_LENGTH) {
            return cleaned + SUFFIX;
        }
        String hash = ObjectNames.hash(TextNode.valueOf(packageName)).substring(0, HASH_LENGTH);
        int room = MAX_LENGTH - SUFFIX.length() - hash.length() - 1;
        String base = cleaned.substring(0, Math.min(cleaned.length(), room));
        return HYPHENS_AROUND.matcher(base + "-" + hash).replaceAll("") + SUFFIX;
    }

    private static Suggestion unusable(String why) {
        return new Suggestion.Unusable(
                why + "; the bundle has to be corrected, or the extension created anew with spec.namespace");
    }
}
