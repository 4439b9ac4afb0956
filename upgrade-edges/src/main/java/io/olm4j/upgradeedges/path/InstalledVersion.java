package io.olm4j.upgradeedges.path;

import io.olm4j.versionranges.VersionRelease;
import io.olm4j.versionranges.VersionSyntaxException;
import java.util.function.Supplier;

/**
 * The installed bundle with its parsed version.
 *
 * @param name the bundle
 * @param version its version and release
 */
public record InstalledVersion(String name, VersionRelease version) {
    /**
     * Reads the version.
     *
     * @throws VersionSyntaxException if it is invalid, with the message of operator-controller
     */
    public static InstalledVersion of(InstalledBundle bundle) {
        return new InstalledVersion(
                bundle.name(),
                bundle.release()
                        .map(release -> explicit(bundle.version(), release))
                        .orElseGet(() -> read(
                                "failed to get version and release of installed bundle",
                                () -> VersionRelease.ofRegistryV1(bundle.version()))));
    }

    private static VersionRelease explicit(String version, String release) {
        return read("failed to parse installed bundle version and release", () -> StatedRelease.read(version, release));
    }

    private static <T> T read(String failure, Supplier<T> reader) {
        try {
            return reader.get();
        } catch (VersionSyntaxException e) {
            throw e.within(failure);
        }
    }
}
