package io.olm4j.cli.crddiff;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.source.SourceContent;
import io.olm4j.codec.documents.DocumentReader;
import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.text.TextSyntaxException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads the CustomResourceDefinitions of a manifest file or a bundle directory; whatever else is there is passed over.
 */
final class CrdFiles {

    private static final String KIND = "CustomResourceDefinition";
    private static final String CONVERSION = "ConversionWebhook";
    private static final String API_VERSION = "apiextensions.k8s.io/v1";
    private static final int MAX_FILE_BYTES = 64 << 20;
    private static final ReaderLimits LIMITS = new ReaderLimits(MAX_FILE_BYTES);

    private final SortedMap<String, ObjectNode> crds = new TreeMap<>();
    private final Set<String> converted = new HashSet<>();

    private CrdFiles() {}

    /**
     * Reads them.
     *
     * @param source a file of YAML or JSON, or a directory of such files, which may lie in its folder
     *     {@code manifests}; messages have its name, because the files of an image are temporary
     * @return the definitions by name, with conversion by webhook where the ClusterServiceVersion of a bundle says so
     * @throws IOException if it cannot be read
     * @throws OlmException if a directory has no manifests, a file is malformed, or a definition is of another version
     *     than v1 or there twice
     */
    static SortedMap<String, ObjectNode> read(SourceContent source) throws IOException {
        CrdFiles files = new CrdFiles();
        for (Path file : files(source)) {
            files.readFile(file, named(source, file));
        }
        files.crds.forEach((name, crd) -> {
            if (files.converted.contains(name) && crd.get("spec") instanceof ObjectNode spec) {
                spec.putObject("conversion").put("strategy", "Webhook");
            }
        });
        return files.crds;
    }

    /** The file of a source as the user knows it. */
    private static String named(SourceContent source, Path file) {
        return file.equals(source.path())
                ? source.name()
                : source.name() + "/" + source.path().relativize(file);
    }

    private static List<Path> files(SourceContent source) throws IOException {
        if (!Files.isDirectory(source.path())) {
            return List.of(source.path());
        }
        Path manifests = source.path().resolve("manifests");
        Path folder = Files.isDirectory(manifests) ? manifests : source.path();
        try (Stream<Path> entries = Files.list(folder)) {
            List<Path> found = entries.filter(CrdFiles::isManifest).sorted().toList();
            if (found.isEmpty()) {
                throw new OlmException(
                        source.name() + " has no file of manifests (*.yaml, *.yml, *.json): name a bundle");
            }
            return found;
        }
    }

    private static boolean isManifest(Path file) {
        String name = file.getFileName().toString();
        return Stream.of(".yaml", ".yml", ".json").anyMatch(name::endsWith) && Files.isRegularFile(file);
    }

    private void readFile(Path file, String name) throws IOException {
        byte[] content;
        try (InputStream in = Files.newInputStream(file)) {
            content = in.readNBytes(MAX_FILE_BYTES + 1);
        }
        if (content.length > MAX_FILE_BYTES) {
            throw new OlmException(name + " is larger than " + (MAX_FILE_BYTES >> 20) + " MiB");
        }
        // A ClusterServiceVersion can be large, and mostly there is nothing to find in it.
        String text = new String(content, UTF_8);
        if (!text.contains(KIND) && !text.contains(CONVERSION)) {
            return;
        }
        try {
            new DocumentReader(LIMITS, Numbers.INT64)
                    .read(new ByteArrayInputStream(content), name, document -> add(name, document));
        } catch (TextSyntaxException e) {
            throw new OlmException(e.getMessage(), e);
        }
    }

    private void add(String file, Document document) {
        if (!document.tree().isObject() && !document.tree().isNull()) {
            throw new OlmException(
                    document.location() + ": this document is not an object, and a manifest must be one");
        }
        add(file, document.tree());
    }

    private void add(String file, JsonNode object) {
        if (object.path("items").isArray()) {
            object.path("items").forEach(item -> add(file, item));
            return;
        }
        switch (object.path("kind").asText()) {
            case KIND -> addDefinition(file, (ObjectNode) object);
            case "ClusterServiceVersion" -> addConversions(object);
            default -> {}
        }
    }

    private void addDefinition(String file, ObjectNode crd) {
        String name = crd.path("metadata").path("name").asText();
        String apiVersion = crd.path("apiVersion").asText();
        if (name.isEmpty()) {
            throw new OlmException(file + ": a " + KIND + " has no name; give it one in metadata.name");
        }
        if (!apiVersion.equals(API_VERSION)) {
            throw new OlmException(file + ": the " + KIND + " " + name + " is of " + apiVersion + "; convert it to "
                    + API_VERSION + ", which is what clusters serve");
        }
        if (crds.put(name, crd) != null) {
            throw new OlmException(file + ": the " + KIND + " " + name + " is there twice; keep one of them");
        }
    }

    private void addConversions(JsonNode csv) {
        for (JsonNode webhook : csv.path("spec").path("webhookdefinitions")) {
            if (webhook.path("type").asText().equals(CONVERSION)) {
                webhook.path("conversionCRDs").forEach(name -> converted.add(name.asText()));
            }
        }
    }
}
