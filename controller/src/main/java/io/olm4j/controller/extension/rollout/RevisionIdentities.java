package io.olm4j.controller.extension.rollout;

import io.olm4j.api.Annotations;
import io.olm4j.api.ClusterObjectSet;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.helm.HelmRelease;
import io.olm4j.applier.revision.RevisionIdentity;
import io.olm4j.applier.revision.RevisionOrigin;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.render.Renderer;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.extension.revision.InputsDigest;
import io.olm4j.controller.extension.revision.RevisionState;
import io.olm4j.controller.options.Features;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Computes the identity of a revision: the metadata that it carries beside its content, and the inputs of that content.
 */
public final class RevisionIdentities {

    private static final String RENDERER = Optional.ofNullable(
                    Renderer.class.getPackage().getImplementationVersion())
            .orElse("development");

    private final CertificateProvider certificates;
    private final Features features;
    private final BooleanSupplier operatorConditions;

    /** @param operatorConditions whether the cluster serves OperatorConditions */
    public RevisionIdentities(CertificateProvider certificates, Features features, BooleanSupplier operatorConditions) {
        this.certificates = certificates;
        this.features = features;
        this.operatorConditions = operatorConditions;
    }

    /** A bundle as revisions and status name it. */
    WantedBundle asNamed(WantedBundle bundle) {
        return features.bundleReleases() ? bundle : bundle.withReleaseInVersion();
    }

    /**
     * The identity of a revision that holds a bundle.
     *
     * @param olmProperties the properties of the bundle
     * @param dependencies the dependencies and the provided APIs of the bundle, as the revision stores them
     * @param managedNamespace the namespace that is among the objects; it is not an input, because it never changes
     */
    RevisionIdentity of(
            DesiredExtension desired,
            WantedBundle bundle,
            Identity identity,
            Optional<String> olmProperties,
            Optional<String> dependencies,
            Optional<String> managedNamespace) {
        return identity(
                desired,
                bundle.name(),
                bundle.version(),
                bundle.release(),
                bundle.image(),
                identity,
                olmProperties,
                dependencies,
                managedNamespace,
                Optional.of(new RevisionOrigin(
                        inputs(desired, bundle, identity, olmProperties, dependencies), bundle.selection(), RENDERER)));
    }

    /**
     * The digest of the inputs. A feature that is off is not an input, so that the digest equals the digest of an
     * earlier olm4j.
     */
    private String inputs(
            DesiredExtension desired,
            WantedBundle bundle,
            Identity identity,
            Optional<String> olmProperties,
            Optional<String> dependencies) {
        List<Object> inputs = new ArrayList<>(List.of(
                desired.installNamespace().orElse(""),
                desired.config().<Object>map(config -> config).orElse(Map.of()),
                identity.account().map(ServiceAccountRef::toString).orElse(""),
                certificates,
                desired.catalog().packageName(),
                bundle.name(),
                bundle.version(),
                bundle.image(),
                olmProperties.orElse("")));
        bundle.release().ifPresent(release -> inputs.add("release " + release));
        if (features.userFacingRoles()) {
            inputs.add("userFacingRoles");
        }
        if (operatorConditions.getAsBoolean()) {
            inputs.add("operatorConditions");
        }
        // Older revisions have none, and must not count as made from other inputs.
        dependencies.ifPresent(inputs::add);
        return InputsDigest.of(inputs);
    }

    /** The identity of a revision whose content stays unchanged. */
    RevisionIdentity ofExisting(DesiredExtension desired, RevisionState revision, Identity identity) {
        ClusterObjectSet set = revision.set();
        return identity(
                desired,
                revision.bundleName(),
                revision.bundleVersion(),
                revision.release(),
                revision.image(),
                identity,
                Annotations.find(set, Annotations.OLM_PROPERTIES),
                Annotations.find(set, Annotations.DEPENDENCIES),
                Annotations.find(set, Annotations.MANAGED_NAMESPACE),
                RevisionOrigin.of(set));
    }

    /** The identity of a revision that holds what a Helm release installed; the inputs of its content are unknown. */
    RevisionIdentity ofRelease(DesiredExtension desired, HelmRelease release, Identity identity) {
        return identity(
                desired,
                release.bundleName(),
                release.bundleVersion(),
                release.bundleRelease(),
                release.image(),
                identity,
                release.olmProperties(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static RevisionIdentity identity(
            DesiredExtension desired,
            String bundleName,
            String bundleVersion,
            Optional<String> bundleRelease,
            String image,
            Identity identity,
            Optional<String> olmProperties,
            Optional<String> dependencies,
            Optional<String> managedNamespace,
            Optional<RevisionOrigin> origin) {
        return new RevisionIdentity(
                desired.name(),
                desired.uid(),
                desired.catalog().packageName(),
                bundleName,
                bundleVersion,
                bundleRelease,
                image,
                olmProperties,
                dependencies,
                identity,
                desired.progressDeadline().map(deadline -> (int) deadline.toMinutes()),
                managedNamespace,
                origin);
    }
}
