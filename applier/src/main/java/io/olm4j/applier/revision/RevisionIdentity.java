package io.olm4j.applier.revision;

import static java.util.Objects.requireNonNull;

import io.olm4j.applier.account.Identity;
import java.util.Optional;

/**
 * The extension, the bundle and the settings of a revision.
 *
 * @param extensionName the name of the ClusterExtension
 * @param extensionUid its UID, for the owner reference
 * @param bundleRelease the release, which distinguishes bundles of this version; empty if the bundle states none
 * @param bundleReference the image, by digest
 * @param olmProperties the properties of the bundle, JSON
 * @param dependencies the dependencies of the bundle and the APIs that it provides, JSON
 * @param identity the identity that writes the objects; an annotation names it unless it is the controller
 * @param progressDeadlineMinutes the longest time for the roll-out, in minutes; empty or 0 means no deadline
 * @param managedNamespace the namespace that is one of the objects because the extension names none
 * @param origin the inputs of the content; empty if they are not known
 */
public record RevisionIdentity(
        String extensionName,
        String extensionUid,
        String packageName,
        String bundleName,
        String bundleVersion,
        Optional<String> bundleRelease,
        String bundleReference,
        Optional<String> olmProperties,
        Optional<String> dependencies,
        Identity identity,
        Optional<Integer> progressDeadlineMinutes,
        Optional<String> managedNamespace,
        Optional<RevisionOrigin> origin) {

    public RevisionIdentity {
        requireNonNull(extensionName, "extensionName");
        requireNonNull(extensionUid, "extensionUid");
        requireNonNull(packageName, "packageName");
        requireNonNull(bundleName, "bundleName");
        requireNonNull(bundleVersion, "bundleVersion");
        requireNonNull(bundleRelease, "bundleRelease");
        requireNonNull(bundleReference, "bundleReference");
        requireNonNull(olmProperties, "olmProperties");
        requireNonNull(dependencies, "dependencies");
        requireNonNull(identity, "identity");
        requireNonNull(progressDeadlineMinutes, "progressDeadlineMinutes");
        requireNonNull(managedNamespace, "managedNamespace");
        requireNonNull(origin, "origin");
    }
}
