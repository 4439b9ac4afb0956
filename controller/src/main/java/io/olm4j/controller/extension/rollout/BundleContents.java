package io.olm4j.controller.extension.rollout;

import io.olm4j.api.BoundedObject;
import io.olm4j.api.Reasons;
import io.olm4j.applier.account.Identity;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.applier.work.FairPlaces;
import io.olm4j.applier.work.Tenant;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.InstallNamespace;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.RenderFeature;
import io.olm4j.bundle.read.BundleReader;
import io.olm4j.bundle.read.BundleReading;
import io.olm4j.bundle.render.RenderOptions;
import io.olm4j.bundle.render.RenderResult;
import io.olm4j.bundle.render.Renderer;
import io.olm4j.bundle.render.SuggestedNamespace;
import io.olm4j.bundle.render.SuggestedNamespace.Suggestion;
import io.olm4j.controller.dependency.ManifestDependencies;
import io.olm4j.controller.extension.revision.DesiredExtension;
import io.olm4j.controller.options.Features;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.store.UnpackedImage;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** Fetches the image of a bundle and renders its content for one extension. */
public final class BundleContents {

    private static final int LOADS = 16;

    /** The limit for one tenant while others load, so that they need not wait. */
    private static final int LOADS_OF_A_TENANT = 12;

    /** A registry that answers slowly gives its place away. */
    private static final Duration LONGEST_LOAD = Duration.ofSeconds(10);

    /** The limit for one tenant, loads that have given their place away included: each needs memory and disk. */
    private static final int MOST_LOADS_OF_A_TENANT = 32;

    /**
     * One for each processor, because each rendering needs a processor and memory. At most four, because the JVM sees
     * the processors of the node, but its memory is limited.
     */
    private static final int RENDERS = Math.min(4, Runtime.getRuntime().availableProcessors());

    private final BundleImages images;
    private final CertificateProvider certificates;
    private final Features features;
    private final BooleanSupplier operatorConditions;
    private final Predicate<String> namespaceExists;

    /** Limits parallel renderings. */
    private final FairPlaces renders = new FairPlaces(RENDERS, RENDERS, RENDERS, FairPlaces.UNTIL_ITS_END);

    /** Limits parallel pulls, because each keeps a manifest in memory and has its files on the disk until it ends. */
    private final FairPlaces loads = new FairPlaces(LOADS, LOADS_OF_A_TENANT, MOST_LOADS_OF_A_TENANT, LONGEST_LOAD);

    /**
     * Creates the loader for all extensions.
     *
     * @param operatorConditions whether the cluster serves OperatorConditions
     * @param namespaceExists whether the cluster has a namespace of this name
     */
    public BundleContents(
            BundleImages images,
            CertificateProvider certificates,
            Features features,
            BooleanSupplier operatorConditions,
            Predicate<String> namespaceExists) {
        this.images = images;
        this.certificates = certificates;
        this.features = features;
        this.operatorConditions = operatorConditions;
        this.namespaceExists = namespaceExists;
    }

    /**
     * The objects of a bundle image, rendered for the extension. An image whose bundle can be installed replaces the
     * former image of the extension; any other image is deleted at once.
     *
     * @param identity the identity whose pull secrets may be used in addition to the controller's
     * @param kept the namespace that an earlier bundle brought with it; it stays
     */
    BundleContent load(DesiredExtension desired, Identity identity, String image, Optional<String> kept) {
        Optional<BundleContent> obstacle = namespaceObstacle(desired);
        if (obstacle.isPresent()) {
            return obstacle.get();
        }
        String tenant = identity.account().map(ServiceAccountRef::namespace).orElse(Tenant.NONE);
        try {
            return loads.with(tenant, () -> pulled(desired, identity, image, kept));
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private BundleContent pulled(DesiredExtension desired, Identity identity, String image, Optional<String> kept) {
        try {
            return read(desired, images.pull(desired.name(), identity, ImageReference.parse(image)), kept);
        } catch (ImageException e) {
            return e.terminal()
                    ? new BundleContent.Unusable(Reasons.BLOCKED, String.valueOf(e.getMessage()))
                    : new BundleContent.Unavailable(String.valueOf(e.getMessage()));
        }
    }

    private Optional<BundleContent> namespaceObstacle(DesiredExtension desired) {
        if (desired.installNamespace().isEmpty()) {
            return features.managedNamespaces()
                    ? Optional.empty()
                    : Optional.of(new BundleContent.Unusable(
                            Reasons.BLOCKED,
                            "spec.namespace is not set, and the feature gate ManagedNamespaces is off:"
                                    + " create the extension anew with spec.namespace"));
        }
        String name = desired.installNamespace().get();
        return features.managedNamespaces() && !namespaceExists.test(name)
                ? Optional.of(new BundleContent.Unavailable(
                        "namespace \"" + name + "\" not found; spec.namespace must reference an existing namespace"))
                : Optional.empty();
    }

    private BundleContent read(DesiredExtension desired, UnpackedImage unpacked, Optional<String> kept)
            throws ImageException {
        BundleContent content = rendered(desired, unpacked, kept);
        boolean keep = switch (content) {
            case BundleContent.Objects _ -> true;
            // A wrong configuration is not a fault of the bundle, and fixing it needs no other bundle.
            case BundleContent.Unusable unusable -> !unusable.reason().equals(Reasons.BLOCKED);
            case BundleContent.Unavailable _ -> false;
        };
        if (keep) {
            images.keepOnly(desired.name(), unpacked);
        } else {
            images.drop(desired.name(), unpacked);
        }
        return content;
    }

    private BundleContent rendered(DesiredExtension desired, UnpackedImage unpacked, Optional<String> kept) {
        try (FairPlaces.Place _ = renders.take()) {
            return switch (BundleReader.read(unpacked.root())) {
                case BundleReading.Unreadable unreadable
                when unreadable.diskFailed() ->
                    new BundleContent.Unavailable(
                            "the unpacked bundle cannot be read and is pulled again: " + unreadable.message());
                case BundleReading.Unreadable unreadable ->
                    new BundleContent.Unusable(Reasons.BLOCKED, unreadable.message());
                case BundleReading.Read(RegistryV1 bundle) -> inNamespace(desired, bundle, kept);
            };
        } catch (InterruptedException e) {
            throw interrupted();
        }
    }

    private static CancellationException interrupted() {
        Thread.currentThread().interrupt();
        return new CancellationException("interrupted");
    }

    private BundleContent inNamespace(DesiredExtension desired, RegistryV1 bundle, Optional<String> kept) {
        if (desired.installNamespace().isPresent()) {
            return render(
                    desired,
                    bundle,
                    new InstallNamespace.Existing(desired.installNamespace().get()));
        }
        return switch (SuggestedNamespace.of(bundle, kept)) {
            case Suggestion.Usable(var namespace) -> render(desired, bundle, namespace);
            case Suggestion.Unusable(String message) -> new BundleContent.Unusable(Reasons.BLOCKED, message);
        };
    }

    private BundleContent render(DesiredExtension desired, RegistryV1 bundle, InstallNamespace namespace) {
        Optional<String> unread = desired.config().flatMap(BoundedObject::problem);
        if (unread.isPresent()) {
            return new BundleContent.Unusable(
                    Reasons.INVALID_CONFIGURATION,
                    "invalid ClusterExtension configuration: spec.config.inline cannot be read: " + unread.get());
        }
        var options =
                new RenderOptions(namespace, desired.config().map(config -> config), certificates, renderFeatures());
        return switch (Renderer.render(bundle, options)) {
            case RenderResult.Rendered(var objects) ->
                new BundleContent.Objects(
                        objects,
                        bundle.csv().olmProperties(),
                        namespace instanceof InstallNamespace.Managed
                                ? Optional.of(namespace.name())
                                : Optional.empty(),
                        ManifestDependencies.of(bundle));
            case RenderResult.Rejected(var cause, String message) ->
                new BundleContent.Unusable(
                        switch (cause) {
                            case UNSUPPORTED, INVALID_BUNDLE -> Reasons.BLOCKED;
                            case INVALID_CONFIGURATION -> Reasons.INVALID_CONFIGURATION;
                        },
                        message);
        };
    }

    private Set<RenderFeature> renderFeatures() {
        Set<RenderFeature> wanted = EnumSet.noneOf(RenderFeature.class);
        if (features.apiServices()) {
            wanted.add(RenderFeature.API_SERVICES);
        }
        if (features.userFacingRoles()) {
            wanted.add(RenderFeature.USER_FACING_ROLES);
        }
        if (operatorConditions.getAsBoolean()) {
            wanted.add(RenderFeature.OPERATOR_CONDITIONS);
        }
        return wanted;
    }

    /** Notes that an extension needs no image that could not be pulled. */
    public void settled(String extension) {
        images.settled(extension);
    }

    /** Deletes the unpacked images of an extension. */
    public void forget(String extension) throws IOException {
        images.forget(extension);
    }
}
