package io.olm4j.upgradeedges.choice;

import io.olm4j.upgradeedges.catalog.Bundle;
import java.util.Optional;

/**
 * The newest revision of an extension.
 *
 * @param bundleName the name of its bundle
 * @param version the version of its bundle
 * @param image the reference of its bundle image as the catalog stated it; empty if it is not known
 * @param answersRequest whether it was chosen for the same request; its bundle then stays the choice while the catalogs
 *     do not answer
 * @param rollingOut whether it is still rolling out
 */
public record CurrentRevision(
        String bundleName, String version, Optional<String> image, boolean answersRequest, boolean rollingOut) {

    /** A revision that has rolled out. What it was chosen for is not known. */
    public static CurrentRevision ofInstalled(String bundleName, String version, Optional<String> image) {
        return new CurrentRevision(bundleName, version, image, false, false);
    }

    /** Whether it holds a bundle that a catalog offers. Two catalogs may give one name to different images. */
    boolean holds(Bundle bundle) {
        return bundleName.equals(bundle.name())
                && image.map(bundle.image()::equals).orElse(true);
    }
}
