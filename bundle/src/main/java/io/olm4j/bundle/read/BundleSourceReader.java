package io.olm4j.bundle.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.Finding;
import io.olm4j.bundle.ManifestSyntaxException;
import io.olm4j.bundle.RegistryV1;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a bundle directory as {@link BundleReader} does, and keeps the documents of its files as written.
 *
 * <p>Unlike opm, which ignores unreadable files, it reports every file with unexpected content.
 */
public final class BundleSourceReader {
    private static final String MANIFESTS = "manifests";
    private static final String METADATA = "metadata";

    private final BundleFiles files;
    private final List<Finding> findings = new ArrayList<>();
    private final List<ObjectNode> manifests = new ArrayList<>();
    private final ManifestValueCount values = new ManifestValueCount();
    private final List<ObjectNode> metadata = new ArrayList<>();

    private BundleSourceReader(Path root) {
        this.files = new BundleFiles(root);
    }

    /** Reads the bundle in a directory. */
    public static BundleSourceReading read(Path root) {
        return switch (BundleReader.read(root)) {
            case BundleReading.Unreadable(List<Finding> findings, var _) ->
                new BundleSourceReading.Unreadable(findings);
            case BundleReading.Read(RegistryV1 bundle) -> new BundleSourceReader(root).read(bundle);
        };
    }

    private BundleSourceReading read(RegistryV1 bundle) {
        files.in(MANIFESTS).forEach(this::readManifests);
        files.in(METADATA).forEach(this::readMetadata);
        List<ObjectNode> csvs = manifests.stream()
                .filter(manifest -> manifest.path("kind").asText().equals("ClusterServiceVersion"))
                .toList();
        if (csvs.size() != 1 && findings.isEmpty()) {
            findings.add(new Finding(
                    MANIFESTS,
                    "",
                    "\"" + MANIFESTS
                            + "\" must have exactly 1 ClusterServiceVersion that is not an item of a list, found "
                            + csvs.size()));
        }
        return findings.isEmpty()
                ? new BundleSourceReading.Read(new BundleSource(bundle, csvs.getFirst(), manifests, metadata))
                : new BundleSourceReading.Unreadable(findings);
    }

    private void readManifests(BundleFiles.Content content) {
        switch (content) {
            case BundleFiles.Unusable(Finding finding) -> findings.add(finding);
            case BundleFiles.Text(String file, String text) -> {
                try {
                    manifests.addAll(BundleYaml.documents(text, values));
                } catch (ManifestSyntaxException e) {
                    report(file, e);
                }
            }
        }
    }

    /**
     * Any file may hold a part of the metadata. A file whose name is not that of YAML or JSON may have any other
     * content.
     */
    private void readMetadata(BundleFiles.Content content) {
        boolean mustBeYaml = content.file().matches(".*\\.(yaml|yml|json)");
        switch (content) {
            case BundleFiles.Unusable(Finding finding) -> {
                if (mustBeYaml) {
                    findings.add(finding);
                }
            }
            case BundleFiles.Text(String file, String text) -> {
                try {
                    metadata.add(BundleYaml.document(text));
                } catch (ManifestSyntaxException e) {
                    if (mustBeYaml) {
                        report(file, e);
                    }
                }
            }
        }
    }

    private void report(String file, ManifestSyntaxException problem) {
        findings.add(new Finding(file, "", "error parsing \"" + file + "\": " + problem.getMessage()));
    }
}
