package io.olm4j.cli.manifest;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.OlmApi;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.InputFile;
import io.olm4j.cli.command.OlmException;
import io.olm4j.codec.documents.DocumentReader;
import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.JsonKinds;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads the one ClusterExtension of a manifest file, as strictly on types as the API server is. */
public final class ExtensionFile {
    private static final String KIND = "ClusterExtension";
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .withCoercionConfig(
                    LogicalType.Textual,
                    config -> config.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .build();

    private static final JsonMapper KNOWN = MAPPER.rebuild()
            .annotationIntrospector(new EveryField())
            .addMixIn(LabelSelector.class, KnownFields.class)
            .addMixIn(LabelSelectorRequirement.class, KnownFields.class)
            .build();

    private ExtensionFile() {}

    /** Writes the fields that are empty too. */
    private static final class EveryField extends JacksonAnnotationIntrospector {

        private static final long serialVersionUID = 1L;

        @Override
        public JsonInclude.Value findPropertyInclusion(Annotated annotated) {
            return JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS);
        }
    }

    /** Does not write fields that the class does not have. */
    interface KnownFields {
        @JsonAnyGetter(enabled = false)
        Map<String, Object> getAdditionalProperties();
    }

    /**
     * Reads the file; other objects in it are passed over. A List counts as the objects in it.
     *
     * @param file a path, or {@code -} for standard input
     * @param warnings receives a warning for each field of the spec that does not exist, and for a version that the API
     *     server refuses
     * @throws IOException if it cannot be read
     * @throws OlmException if there is not exactly one ClusterExtension in it, or that is malformed
     */
    public static ClusterExtension read(String file, PrintWriter warnings) throws IOException {
        Path path = Path.of(file);
        String source = InputFile.isStandardInput(path) ? "standard input" : file;
        List<Document> found = new ArrayList<>();
        try (InputStream in = InputFile.openOrStandardInput(path)) {
            new DocumentReader(ReaderLimits.DEFAULT, Numbers.INT64).read(in, source, document -> find(document, found));
        } catch (TextSyntaxException e) {
            throw new OlmException(e.getMessage(), e);
        }
        if (found.size() != 1) {
            throw new OlmException(source + " has " + (found.isEmpty() ? "no " + KIND : found.size() + " " + KIND + "s")
                    + ": name a file with one");
        }
        Document document = found.getFirst();
        ClusterExtension extension = extension(document);
        JsonNode given = document.tree().path("spec");
        JsonNode version = given.path("source").path("catalog").path("version");
        if (version.isTextual()) {
            AdmittedVersion.check(warnings, version.asText());
        }
        UnknownFields.of("spec", given, KNOWN.valueToTree(extension.getSpec()))
                .forEach(field -> ErrorLines.warn(
                        warnings, document.location() + ": unknown field \"" + field + "\" is ignored"));
        return extension;
    }

    /** Adds a document if it is a ClusterExtension, and those in a List, which kubectl prints for several objects. */
    private static void find(Document document, List<Document> found) {
        JsonNode manifest = document.tree();
        if (!manifest.isObject() && !manifest.isNull()) {
            throw new TextSyntaxException(
                    document.location(), "a manifest is an object, but this is " + JsonKinds.describe(manifest));
        }
        String kind = manifest.path("kind").asText();
        if (kind.equals(KIND) && isServed(manifest)) {
            found.add(document);
        } else if (kind.equals("List")) {
            manifest.path("items").forEach(item -> find(new Document(item, document.location()), found));
        }
    }

    /** Whether the object is of the API group of olm4j, and not another one of the same kind. */
    private static boolean isServed(JsonNode manifest) {
        return manifest.path("apiVersion").asText(OlmApi.API_VERSION).equals(OlmApi.API_VERSION);
    }

    private static ClusterExtension extension(Document document) {
        try {
            return MAPPER.treeToValue(document.tree(), ClusterExtension.class);
        } catch (JsonProcessingException e) {
            throw new OlmException(document.location() + ": not a valid " + KIND + ": " + problem(e), e);
        }
    }

    /** What is wrong with which field. */
    private static String problem(JsonProcessingException e) {
        if (!(e instanceof MismatchedInputException mismatch)
                || mismatch.getPath().isEmpty()) {
            return e.getOriginalMessage();
        }
        String field = mismatch.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : "." + step.getFieldName())
                .collect(Collectors.joining())
                .substring(1);
        return field + " has to be " + inWords(mismatch.getTargetType());
    }

    private static String inWords(Class<?> type) {
        if (type.isEnum()) {
            return "one of " + MAPPER.valueToTree(type.getEnumConstants());
        }
        if (type == String.class) {
            return "text: write it in quotes";
        }
        if (Number.class.isAssignableFrom(type)) {
            return "a whole number";
        }
        return Collection.class.isAssignableFrom(type) ? "a list" : "an object";
    }
}
