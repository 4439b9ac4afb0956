package io.olm4j.controller.extension.status;

import io.olm4j.api.ClusterExtensionStatus.BundleMetadata;
import io.olm4j.controller.extension.revision.RevisionState;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Describes the bundle of a revision for the status, as far as the API server admits it; the rules are those of the
 * CRD.
 */
final class InstalledBundles {

    /** Possessive, because other repetitions of a group recurse, and a name may be long. */
    private static final Pattern NAME =
            Pattern.compile("[a-z0-9]++(-++[a-z0-9]++)*+(\\.[a-z0-9]++(-++[a-z0-9]++)*+)*+");

    /** The required beginning of a version; the CRD admits anything after that. */
    private static final Pattern VERSION = Pattern.compile("[0-9]");

    private static final String RELEASE_PART = "(0|[1-9][0-9]*|[0-9]*[A-Za-z-][0-9A-Za-z-]*)";
    private static final Pattern RELEASE = Pattern.compile("|" + RELEASE_PART + "(\\." + RELEASE_PART + ")*");
    private static final int LONGEST_RELEASE = 20;

    private InstalledBundles() {}

    /** Name, version and release; empty if the CRD does not admit the name or the version. */
    static Optional<BundleMetadata> describe(RevisionState revision) {
        return NAME.matcher(revision.bundleName()).matches()
                        && VERSION.matcher(revision.bundleVersion()).lookingAt()
                ? Optional.of(new BundleMetadata(
                        revision.bundleName(),
                        revision.bundleVersion(),
                        revision.release().filter(InstalledBundles::isRelease).orElse(null)))
                : Optional.empty();
    }

    private static boolean isRelease(String release) {
        return release.length() <= LONGEST_RELEASE && RELEASE.matcher(release).matches();
    }
}
