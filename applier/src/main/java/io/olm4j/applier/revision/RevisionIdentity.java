package io.olm4j.applier.revision;

import static java.util.Objects.requireNonNull;

import io.olm4j.applier.account.Identity;
import java.util.Optional;

/**
 * What a revision belongs to and what it holds.
 *
 * @param extensionName name of the ClusterExtension
 * @param extensionUid its UID, for the owner reference
 * @param bundleRelease what tells apart bundles of this version; empty if the bundle states none
 * @param bundleReference the image, by digest
 * @param olmProperties the properties of the bundle, JSON
 * @param dependencies what the bundle needs and brings, JSON
 * @param identity whose rights write the objects; no annotation names it if it is the controller
 * @param progressDeadlineMinutes how long the roll-out may take
 * @param managedNamespace the namespace that is among the objects because the extension names none
 * @param origin what the content is made from; empty where that is not known
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

    /** The identity of a revision that holds a bundle without a release, for a namespace that is there already. */
    public RevisionIdentity(
            String extensionName,
            String extensionUid,
            String packageName,
            String bundleName,
            String bundleVersion,
            String bundleReference,
            Optional<String> olmProperties,
            Optional<String> dependencies,
            Identity identity,
            Optional<Integer> progressDeadlineMinutes,
            Optional<RevisionOrigin> origin) {
        this(
                extensionName,
                extensionUid,
                packageName,
                bundleName,
                bundleVersion,
                Optional.empty(),
                bundleReference,
                olmProperties,
                dependencies,
                identity,
                progressDeadlineMinutes,
                Optional.empty(),
                origin);
    }
}
