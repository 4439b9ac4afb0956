package io.olm4j.controller.extension;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.revision.RevisionDecider;
import io.olm4j.applier.revision.RevisionIdentity;
import io.olm4j.applier.revision.RevisionOrigin;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.Renderer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Says what a revision of an extension has to carry beside its content, and what that content depends on. */
final class RevisionIdentities {

    private static final String RENDERER = Optional.ofNullable(
                    Renderer.class.getPackage().getImplementationVersion())
            .orElse("development");

    private final CertificateProvider certificates;

    RevisionIdentities(CertificateProvider certificates) {
        this.certificates = certificates;
    }

    /**
     * The identity of a revision that holds a bundle.
     *
     * @param olmProperties those of the bundle
     * @param dependencies what it needs and brings, as the revision keeps it
     */
    RevisionIdentity of(
            DesiredExtension desired,
            WantedBundle bundle,
            Optional<ServiceAccountRef> account,
            Optional<String> olmProperties,
            Optional<String> dependencies) {
        List<Object> inputs = new ArrayList<>(List.of(
                desired.installNamespace(),
                desired.config().<Object>map(config -> config).orElse(Map.of()),
                account.map(ServiceAccountRef::toString).orElse(""),
                certificates,
                desired.catalog().packageName(),
                bundle.name(),
                bundle.version(),
                bundle.image(),
                olmProperties.orElse("")));
        // Revisions of before have none, and must not count as made from other inputs.
        dependencies.ifPresent(inputs::add);
        return identity(
                desired,
                bundle.name(),
                bundle.version(),
                bundle.image(),
                account,
                olmProperties,
                dependencies,
                Optional.of(new RevisionOrigin(InputsDigest.of(inputs), bundle.selection(), RENDERER)));
    }

    /** The identity of a revision whose content stays what it is. */
    RevisionIdentity ofExisting(DesiredExtension desired, RevisionState revision, Optional<ServiceAccountRef> account) {
        ClusterObjectSet set = revision.set();
        return identity(
                desired,
                revision.bundleName(),
                revision.bundleVersion(),
                revision.image(),
                account,
                RevisionDecider.annotation(set, Annotations.OLM_PROPERTIES),
                RevisionDecider.annotation(set, Annotations.DEPENDENCIES),
                RevisionOrigin.of(set));
    }

    private static RevisionIdentity identity(
            DesiredExtension desired,
            String bundleName,
            String bundleVersion,
            String image,
            Optional<ServiceAccountRef> account,
            Optional<String> olmProperties,
            Optional<String> dependencies,
            Optional<RevisionOrigin> origin) {
        return new RevisionIdentity(
                desired.name(),
                desired.uid(),
                desired.catalog().packageName(),
                bundleName,
                bundleVersion,
                image,
                olmProperties,
                dependencies,
                account,
                desired.progressDeadline().map(deadline -> (int) deadline.toMinutes()),
                origin);
    }
}
