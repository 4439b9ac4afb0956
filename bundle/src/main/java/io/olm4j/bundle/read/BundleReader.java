package io.olm4j.bundle.read;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.BundleProperties;
import io.olm4j.bundle.Csv;
import io.olm4j.bundle.Finding;
import io.olm4j.bundle.ImageLabels;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.ManifestSyntaxException;
import io.olm4j.bundle.ObjectFiles;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.typed.Nulls;
import io.olm4j.bundle.typed.TypeMismatchException;
import io.olm4j.bundle.typed.TypedTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads a directory in the registry+v1 format: {@code metadata/annotations.yaml}, {@code metadata/properties.yaml} if
 * it exists, and the objects in the files of {@code manifests/}.
 *
 * <p>It reads all files and reports all findings, not only the first.
 */
public final class BundleReader {
    private static final String MANIFESTS = "manifests";
    private static final String ANNOTATIONS = ImageLabels.FILE;
    private static final String PROPERTIES = "metadata/properties.yaml";

    private final BundleFiles files;
    private final List<Finding> findings = new ArrayList<>();
    private final List<ObjectNode> crds = new ArrayList<>();
    private final List<ObjectNode> others = new ArrayList<>();
    private final Map<String, String> annotations = new HashMap<>();
    private final ObjectFiles origins = new ObjectFiles();
    private final List<Finding> warnings = new ArrayList<>();
    private Optional<ObjectNode> csv = Optional.empty();
    private final ManifestValueCount values = new ManifestValueCount();

    private BundleReader(Path root) {
        this.files = new BundleFiles(root);
    }

    /** Reads the bundle in a directory. */
    public static BundleReading read(Path root) {
        return new BundleReader(root).read();
    }

    private BundleReading read() {
        findings(files.required(ANNOTATIONS)).ifPresent(this::readAnnotations);
        for (BundleFiles.Content manifest : files.in(MANIFESTS)) {
            findings(manifest).ifPresent(text -> readManifest(manifest.file(), text));
        }
        if (csv.isEmpty() && findings.isEmpty()) {
            findings.add(new Finding(MANIFESTS, "", "no ClusterServiceVersion found in \"" + MANIFESTS + "\""));
        }
        csv.ifPresent(this::readProperties);
        if (csv.isEmpty() || !findings.isEmpty()) {
            return new BundleReading.Unreadable(findings, files.diskFailed());
        }
        warnOfUnknownInstallModes(csv.get());
        String packageName = annotations.getOrDefault(ImageLabels.PACKAGE, "");
        return new BundleReading.Read(
                new RegistryV1(packageName, new Csv(csv.get()), crds, others, annotations, origins, warnings));
    }

    private Optional<String> findings(BundleFiles.Content content) {
        return switch (content) {
            case BundleFiles.Text(String file, String text) -> Optional.of(text);
            case BundleFiles.Unusable(Finding finding) -> {
                findings.add(finding);
                yield Optional.empty();
            }
        };
    }

    private void readAnnotations(String text) {
        try {
            JsonNode map = BundleYaml.document(text).path("annotations");
            map.properties()
                    .forEach(entry ->
                            annotations.put(entry.getKey(), entry.getValue().asText("")));
            if (map.path(ImageLabels.PACKAGE).isContainerNode()) {
                throw new ManifestSyntaxException("the annotation " + ImageLabels.PACKAGE + " must be text");
            }
        } catch (ManifestSyntaxException e) {
            report(ANNOTATIONS, "", e);
        }
    }

    private void readManifest(String file, String text) {
        try {
            for (ObjectNode object : ManifestParser.parse(text, values)) {
                readObject(file, object);
            }
        } catch (ManifestSyntaxException e) {
            report(file, "", e);
        }
    }

    private void readObject(String file, ObjectNode object) {
        String description = RegistryV1.describe(object);
        try {
            switch (object.path("kind").asText()) {
                case "ClusterServiceVersion" ->
                    takeCsv(file, TypedTree.of(object, "ClusterServiceVersion", Nulls.KEPT));
                case "CustomResourceDefinition" ->
                    crds.add(from(file, TypedTree.of(object, "CustomResourceDefinition", Nulls.DROPPED)));
                default -> {
                    // Only the metadata is checked against its type; the API server checks the rest.
                    TypedTree.of(object, "PartialObjectMetadata", Nulls.DROPPED);
                    others.add(from(file, object));
                }
            }
        } catch (TypeMismatchException e) {
            report(file, description, e);
        }
    }

    private ObjectNode from(String file, ObjectNode object) {
        origins.put(object, file);
        return object;
    }

    /** The last ClusterServiceVersion wins, as in operator-controller. */
    private void takeCsv(String file, ObjectNode tree) {
        csv.ifPresent(earlier -> warnings.add(new Finding(
                origins.of(earlier),
                RegistryV1.describe(earlier),
                RegistryV1.describe(earlier) + " is not used, because \"" + file
                        + "\" has another ClusterServiceVersion, and the last one counts; remove one of them")));
        csv = Optional.of(from(file, tree));
    }

    private void warnOfUnknownInstallModes(ObjectNode tree) {
        for (JsonNode mode : tree.at("/spec/installModes")) {
            String type = mode.path("type").asText();
            if (InstallMode.of(type).isEmpty()) {
                warnings.add(new Finding(
                        origins.of(tree),
                        RegistryV1.describe(tree),
                        "the install mode \"" + type + "\" does not exist and has no effect; there are "
                                + "%s, %s, %s and %s".formatted((Object[]) InstallMode.values())));
            }
        }
    }

    private void readProperties(ObjectNode tree) {
        Optional<List<String>> annotated = annotatedProperties(tree);
        files.optional(PROPERTIES)
                .flatMap(this::findings)
                .filter(text -> !text.isEmpty())
                .ifPresent(text -> annotated.ifPresent(properties -> mergeProperties(tree, properties, text)));
    }

    /** The properties in the annotation; empty if they cannot be read, which is reported. */
    private Optional<List<String>> annotatedProperties(ObjectNode tree) {
        JsonNode annotation = tree.path("metadata").path("annotations").path(BundleProperties.ANNOTATION);
        if (annotation.isMissingNode()) {
            return Optional.of(List.of());
        }
        try {
            return Optional.of(BundleProperties.ofAnnotation(annotation.asText()));
        } catch (ManifestSyntaxException e) {
            findings.add(new Finding(
                    origins.of(tree),
                    RegistryV1.describe(tree),
                    "failed to unmarshal csv.metadata.annotations['" + BundleProperties.ANNOTATION + "']: "
                            + e.getMessage()));
            return Optional.empty();
        }
    }

    private void mergeProperties(ObjectNode tree, List<String> annotated, String text) {
        try {
            tree.withObject("/metadata/annotations")
                    .put(BundleProperties.ANNOTATION, BundleProperties.merged(annotated, BundleYaml.document(text)));
        } catch (ManifestSyntaxException e) {
            findings.add(new Finding(PROPERTIES, "", "failed to unmarshal " + PROPERTIES + ": " + e.getMessage()));
        }
    }

    private void report(String file, String object, RuntimeException problem) {
        String where = object.isEmpty() ? "" : object + ": ";
        findings.add(new Finding(
                file, object, "error parsing objects in \"" + file + "\": " + where + problem.getMessage()));
    }
}
