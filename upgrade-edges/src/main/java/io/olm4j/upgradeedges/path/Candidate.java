package io.olm4j.upgradeedges.path;

import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.versionranges.VersionRelease;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Comparator;
import java.util.Optional;

/**
 * A bundle with its parsed version.
 *
 * @param bundle the bundle
 * @param version nothing if it cannot be read
 * @param fault why it cannot be read; empty if it can
 */
public record Candidate(Bundle bundle, Optional<VersionRelease> version, String fault) {
    /** Highest version and release first, unreadable versions last. */
    public static final Comparator<Candidate> HIGHEST_FIRST =
            Comparator.comparing(Candidate::version, Candidate::compareVersions).reversed();

    static Candidate of(Bundle bundle) {
        if (!bundle.fault().isEmpty()) {
            return new Candidate(bundle, Optional.empty(), bundle.fault());
        }
        try {
            return new Candidate(bundle, Optional.of(versionOf(bundle)), "");
        } catch (VersionSyntaxException e) {
            return new Candidate(bundle, Optional.empty(), faultOf(bundle, e));
        }
    }

    private static VersionRelease versionOf(Bundle bundle) {
        return bundle.release()
                .map(release -> StatedRelease.read(bundle.version(), release))
                .orElseGet(() -> VersionRelease.ofRegistryV1(bundle.version()));
    }

    public String name() {
        return bundle.name();
    }

    /** The version as users see it: as written, with the release that is stated beside it. */
    public String versionText() {
        return bundle.version()
                + bundle.release()
                        .filter(release -> !release.isEmpty())
                        .map(release -> " release " + release)
                        .orElse("");
    }

    private static String faultOf(Bundle bundle, VersionSyntaxException cause) {
        boolean hasPackageProperty = bundle.properties().stream()
                .anyMatch(property -> property.type().equals("olm.package"));
        return bundle.version().isEmpty() && !hasPackageProperty
                ? Texts.quoted("no package property found in bundle ", bundle.name())
                : cause.getMessage();
    }

    private static int compareVersions(Optional<VersionRelease> left, Optional<VersionRelease> right) {
        if (left.isPresent() && right.isPresent()) {
            return left.get().compareTo(right.get());
        }
        return Boolean.compare(left.isPresent(), right.isPresent());
    }
}
