package io.olm4j.controller.installed;

import static java.util.Objects.requireNonNull;

import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.Optional;

/**
 * An extension with the bundle that is installed for it.
 *
 * @param revision the set that holds the installed bundle
 * @param installNamespace where the operator runs
 * @param packageName the package of the bundle
 * @param properties the properties of the bundle, JSON; empty if it has none
 */
public record InstalledExtension(
        ClusterExtension extension,
        ClusterObjectSet revision,
        String installNamespace,
        String packageName,
        InstalledBundle bundle,
        Optional<String> properties) {

    public InstalledExtension {
        requireNonNull(extension, "extension");
        requireNonNull(revision, "revision");
        requireNonNull(installNamespace, "installNamespace");
        requireNonNull(packageName, "packageName");
        requireNonNull(bundle, "bundle");
        requireNonNull(properties, "properties");
    }

    /** The name of the extension. */
    public String name() {
        return extension.getMetadata().getName();
    }
}
