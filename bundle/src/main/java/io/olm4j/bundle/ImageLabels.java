package io.olm4j.bundle;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The labels that mark a container image as a registry+v1 bundle. */
public final class ImageLabels {
    /** The file of a bundle directory that holds them, as annotations. */
    public static final String FILE = "metadata/annotations.yaml";

    private static final String PREFIX = "operators.operatorframework.io.bundle.";
    public static final String PACKAGE = PREFIX + "package.v1";

    private ImageLabels() {}

    /** The labels for an image of this bundle: those of its annotations, and the paths of its two folders. */
    public static SortedMap<String, String> of(RegistryV1 bundle) {
        SortedMap<String, String> labels = new TreeMap<>();
        bundle.annotations().forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                labels.put(key, value);
            }
        });
        labels.putAll(Map.of(
                PREFIX + "mediatype.v1", "registry+v1",
                PREFIX + "manifests.v1", "manifests/",
                PREFIX + "metadata.v1", "metadata/"));
        return labels;
    }
}
