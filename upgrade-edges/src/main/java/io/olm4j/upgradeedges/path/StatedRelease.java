package io.olm4j.upgradeedges.path;

import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.Release;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionRelease;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads a version and the release that is stated beside it. */
final class StatedRelease {
    private StatedRelease() {}

    /**
     * Reads the version and the release.
     *
     * @throws VersionSyntaxException if one of them is invalid, with the message of operator-controller
     */
    static VersionRelease read(String version, String release) {
        return new VersionRelease(
                read("error parsing version " + Quoted.of(version), () -> Version.parse(version)),
                Optional.of(read("error parsing release " + Quoted.of(release), () -> Release.parse(release))));
    }

    private static <T> T read(String failure, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (VersionSyntaxException e) {
            throw e.within(failure);
        }
    }
}
