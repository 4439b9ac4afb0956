package io.olm4j.upgradeedges.catalog;

import java.util.List;
import java.util.Optional;

/**
 * A bundle as a catalog lists it: one version of an operator.
 *
 * @param name unique within the package
 * @param image the reference of the image with its content
 * @param version as written in its first {@code olm.package} property, possibly invalid; empty without that property
 * @param release the release that is stated beside the version, if it counts; possibly invalid or an empty text.
 *     Nothing if the build metadata of the version may be the release
 * @param fault why that property cannot be decoded, so that the version is unreadable; empty if it can be decoded
 * @param properties in catalog order
 */
public record Bundle(
        String name, String image, String version, Optional<String> release, String fault, List<Property> properties) {
    /** Copies the properties. */
    public Bundle {
        properties = List.copyOf(properties);
    }

    /**
     * A bundle whose {@code olm.package} property is missing, or can be decoded and has no release that counts.
     *
     * @param name unique within the package
     * @param image the reference of the image with its content
     * @param version as written in that property, possibly invalid; empty without that property
     * @param properties in catalog order
     */
    public Bundle(String name, String image, String version, List<Property> properties) {
        this(name, image, version, Optional.empty(), "", properties);
    }
}
