package io.olm4j.fbc.validation;

import io.olm4j.fbc.Fields;
import io.olm4j.fbc.Location;
import io.olm4j.fbc.Meta;
import io.olm4j.versionranges.Release;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.List;
import java.util.Optional;

/**
 * An {@code olm.bundle}.
 *
 * @param version empty if it has no valid one, which has been reported
 * @param release the explicit one
 */
record BundleDeclaration(
        String name, String packageName, Optional<Version> version, Optional<Release> release, Location location) {

    static BundleDeclaration of(Meta meta, Findings findings) {
        Fields fields = Fields.of(meta);
        String name = fields.text("name");
        String packageName = fields.text("package");
        String image = fields.text("image");
        List<String> related = fields.objects("relatedImages").stream()
                .map(relatedImage -> {
                    relatedImage.text("name");
                    return relatedImage.text("image");
                })
                .toList();
        BundleProperties properties = BundleProperties.of(fields);

        String bundle = "package " + Findings.quote(packageName) + " bundle " + Findings.quote(name);
        if (name.isEmpty()) {
            findings.add(meta.location(), "a bundle has no name");
        }
        if (packageName.isEmpty()) {
            findings.add(meta.location(), "package name must be set for bundle " + Findings.quote(name));
        }
        properties.problems().forEach(problem -> findings.add(meta.location(), bundle + ": " + problem));
        checkImage(image, bundle + " image", meta.location(), findings);
        for (int i = 0; i < related.size(); i++) {
            checkImage(related.get(i), bundle + " relatedImages[" + i + "].image", meta.location(), findings);
        }
        if (image.isEmpty() && !properties.hasObjects()) {
            findings.add(meta.location(), bundle + ": bundle image must be set");
        }
        return declare(name, packageName, properties, meta.location(), findings);
    }

    private static BundleDeclaration declare(
            String name, String packageName, BundleProperties properties, Location location, Findings findings) {
        Optional<BundleProperties.PackageProperty> own = properties.packageProperty();
        if (own.isEmpty()) {
            return new BundleDeclaration(name, packageName, Optional.empty(), Optional.empty(), location);
        }
        if (!own.get().packageName().equals(packageName)) {
            findings.add(
                    location,
                    "package " + Findings.quote(packageName) + " does not match \"olm.package\" property "
                            + Findings.quote(own.get().packageName()) + " of bundle " + Findings.quote(name));
        }
        Optional<Version> version = version(name, own.get().version(), location, findings);
        Optional<Release> release = release(name, own.get().release(), location, findings);
        BundleDeclaration bundle = new BundleDeclaration(name, packageName, version, release, location);
        bundle.checkRelease(findings);
        return bundle;
    }

    /** The version and release that must be unique in a package, as one text. */
    Optional<String> versionText() {
        return version.map(number -> release.map(given -> number + "-" + given).orElse(number.toString()));
    }

    private void checkRelease(Findings findings) {
        if (release.isEmpty() || version.isEmpty()) {
            return;
        }
        String expected = packageName + "-v" + version.get() + "-" + release.get();
        if (!name.equals(expected)) {
            findings.add(
                    location,
                    "bundle name " + Findings.quote(name) + " does not match normalized name "
                            + Findings.quote(expected) + ", which a bundle with a release must have");
        }
        if (!version.get().build().isEmpty()) {
            findings.add(
                    location,
                    "bundle " + Findings.quote(name) + ": cannot use build metadata in version with a release version");
        }
    }

    private static void checkImage(String image, String what, Location location, Findings findings) {
        if (!image.isEmpty() && !PullSpec.isValid(image)) {
            findings.add(location, what + ": invalid image pull spec " + Findings.quote(image));
        }
    }

    private static Optional<Version> version(String bundle, String text, Location location, Findings findings) {
        try {
            return Optional.of(Version.parse(text));
        } catch (VersionSyntaxException e) {
            findings.add(
                    location,
                    "error parsing bundle " + Findings.quote(bundle) + " version " + Findings.quote(text) + ": "
                            + e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<Release> release(String bundle, String text, Location location, Findings findings) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Release.parse(text));
        } catch (VersionSyntaxException e) {
            findings.add(
                    location,
                    "error parsing bundle " + Findings.quote(bundle) + " release version " + Findings.quote(text) + ": "
                            + e.getMessage());
            return Optional.empty();
        }
    }
}
