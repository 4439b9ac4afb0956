package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Optional;

/**
 * A bundle and the image it was rendered from.
 *
 * @param image the reference as written in the template
 * @param meta its {@code olm.bundle} object
 * @param clusterServiceVersion the whole manifest, if the renderer returned it
 */
record ImageBundle(String image, Meta meta, Optional<ObjectNode> clusterServiceVersion) {
    String name() {
        return meta.name();
    }

    /**
     * The bundle with its package and version, from which channels are generated.
     *
     * @throws TextSyntaxException if it does not have exactly one package property with a valid version
     */
    VersionedBundle versioned() {
        var packages = meta.fields().objects("properties").stream()
                .filter(property -> property.text("type").equals(PropertyTypes.PACKAGE))
                .toList();
        if (packages.size() != 1) {
            throw problem("it must have exactly 1 \"olm.package\" property, found " + packages.size());
        }
        var value = packages.getFirst().object("value");
        var packageName = value.map(fields -> fields.text("packageName")).orElse("");
        var version = value.map(fields -> fields.text("version")).orElse("");
        if (packageName.isEmpty()) {
            throw problem("its \"olm.package\" property has no packageName");
        }
        try {
            return new VersionedBundle(this, packageName, Version.parse(version));
        } catch (VersionSyntaxException e) {
            throw problem("its version " + Quoted.of(version) + " is invalid: " + e.getMessage());
        }
    }

    /** An error of this bundle; the message names the bundle and its image. */
    TextSyntaxException problem(String what) {
        return new TextSyntaxException(
                meta.location(), "bundle " + Quoted.of(name()) + " of image " + Quoted.of(image) + ": " + what);
    }
}
