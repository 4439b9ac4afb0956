package io.olm4j.upgradeedges;

import io.olm4j.versionranges.Quoted;
import io.olm4j.versionranges.Release;
import io.olm4j.versionranges.Version;
import io.olm4j.versionranges.VersionRelease;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The installed bundle with its version read.
 *
 * @param name the bundle
 * @param version its version and release
 */
record InstalledVersion(String name, VersionRelease version) {
    /**
     * Reads the version.
     *
     * @throws VersionSyntaxException with the message that users know
     */
    static InstalledVersion of(InstalledBundle bundle) {
        return new InstalledVersion(
                bundle.name(),
                bundle.release()
                        .map(release -> explicit(bundle.version(), release))
                        .orElseGet(() -> read(
                                "failed to get version and release of installed bundle",
                                () -> VersionRelease.ofRegistryV1(bundle.version()))));
    }

    private static VersionRelease explicit(String version, String release) {
        return read(
                "failed to parse installed bundle version and release",
                () -> new VersionRelease(
                        read("error parsing version " + Quoted.of(version), () -> Version.parse(version)),
                        Optional.of(
                                read("error parsing release " + Quoted.of(release), () -> Release.parse(release)))));
    }

    private static <T> T read(String failure, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (VersionSyntaxException e) {
            throw e.within(failure);
        }
    }
}
