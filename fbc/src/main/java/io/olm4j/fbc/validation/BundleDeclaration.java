package io.olm4j.fbc.validation;

import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.Location;
import io.olm4j.fbc.Meta;
import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.Release;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An {@code olm.bundle}.
 *
 * @param version empty if it has no valid version; the error has then been reported
 * @param release the release of the {@code olm.package} property; empty if it has no valid one
 */
record BundleDeclaration(
        String name, String packageName, Optional<Version> version, Optional<Release> release, Location location) {

    static BundleDeclaration of(Meta meta, CatalogFindings findings) {
        Fields fields = meta.fields();
        String name = fields.text("name");
        String packageName = fields.text("package");
        String image = fields.text("image");
        List<String> related = fields.objects("relatedImages").stream()
                .map(relatedImage -> {
                    relatedImage.text("name");
                    return relatedImage.text("image");
                })
                .toList();
        BundlePropertyRules properties = BundlePropertyRules.of(fields);

        FindingPath path = FindingPath.ofBundle(packageName, name);
        Consumer<String> report = problem -> findings.add(meta.location(), path, problem);
        if (name.isEmpty()) {
            report.accept("a bundle has no name");
        }
        if (packageName.isEmpty()) {
            report.accept("package name must be set for bundle " + Quoted.of(name));
        }
        properties.problems().forEach(report);
        checkImage(image, "image", report);
        for (int i = 0; i < related.size(); i++) {
            checkImage(related.get(i), "relatedImages[" + i + "].image", report);
        }
        if (image.isEmpty() && !properties.hasObjects()) {
            report.accept("bundle image must be set");
        }
        Optional<BundlePropertyRules.PackageProperty> own = properties.packageProperty();
        own.filter(property -> !property.packageName().equals(packageName))
                .ifPresent(property -> report.accept("package " + Quoted.of(packageName)
                        + " does not match \"olm.package\" property " + Quoted.of(property.packageName())));
        Optional<Version> version = own.flatMap(property -> version(name, property.version(), report));
        Optional<Release> release = own.flatMap(property -> release(name, property.release(), report));
        BundleDeclaration bundle = new BundleDeclaration(name, packageName, version, release, meta.location());
        bundle.checkRelease(report);
        return bundle;
    }

    FindingPath path() {
        return FindingPath.ofBundle(packageName, name);
    }

    /** The version and release that must be unique in a package, as one text. */
    Optional<String> versionText() {
        return version.map(number -> release.map(given -> number + "-" + given).orElse(number.toString()));
    }

    private void checkRelease(Consumer<String> report) {
        if (release.isEmpty() || version.isEmpty()) {
            return;
        }
        String expected = packageName + "-v" + version.get() + "-" + release.get();
        if (!name.equals(expected)) {
            report.accept("name " + Quoted.of(name) + " does not match normalized name " + Quoted.of(expected)
                    + ", which a bundle with a release must have");
        }
        if (!version.get().build().isEmpty()) {
            report.accept("cannot use build metadata in version with a release version");
        }
    }

    private static void checkImage(String image, String what, Consumer<String> report) {
        if (!image.isEmpty() && !PullSpec.isValid(image)) {
            report.accept(what + ": invalid image pull spec " + Quoted.of(image));
        }
    }

    private static Optional<Version> version(String bundle, String text, Consumer<String> report) {
        try {
            return Optional.of(Version.parse(text));
        } catch (VersionSyntaxException e) {
            report.accept("error parsing bundle " + Quoted.of(bundle) + " version " + Quoted.of(text) + ": "
                    + e.getMessage());
            return Optional.empty();
        }
    }

    private static Optional<Release> release(String bundle, String text, Consumer<String> report) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(Release.parse(text));
        } catch (VersionSyntaxException e) {
            report.accept("error parsing bundle " + Quoted.of(bundle) + " release version " + Quoted.of(text) + ": "
                    + e.getMessage());
            return Optional.empty();
        }
    }
}
