package io.olm4j.bundle.render;

import static io.olm4j.bundle.render.RenderResult.Cause.INVALID_BUNDLE;
import static io.olm4j.bundle.render.RenderResult.Cause.INVALID_CONFIGURATION;
import static io.olm4j.bundle.render.RenderResult.Cause.UNSUPPORTED;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.Csv;
import io.olm4j.bundle.Finding;
import io.olm4j.bundle.InstallMode;
import io.olm4j.bundle.RegistryV1;
import io.olm4j.bundle.RenderFeature;
import io.olm4j.bundle.config.Configuration;
import io.olm4j.bundle.config.ConfigurationCheck;
import io.olm4j.bundle.render.RenderResult.Rejected;
import io.olm4j.bundle.render.RenderResult.Rendered;
import io.olm4j.bundle.typed.TypeMismatchException;
import io.olm4j.bundle.validate.BundleValidator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Renders a bundle to the Kubernetes objects that install it.
 *
 * <p>Objects from typed parts of the bundle (deployments, roles, webhooks, custom resource definitions) have no unknown
 * field, no null and no status. All others are as written in the bundle.
 */
public final class Renderer {
    private Renderer() {}

    /**
     * Renders a bundle, or says why it cannot be rendered. The same input gives the same objects in the same order.
     *
     * @param bundle a bundle as {@code BundleReader} reads it, which is not changed
     */
    public static RenderResult render(RegistryV1 bundle, RenderOptions options) {
        Set<InstallMode> modes = bundle.csv().installModes();
        Optional<String> unsupported = unsupported(bundle.csv(), options.certificates(), options.features());
        if (unsupported.isPresent()) {
            return new Rejected(UNSUPPORTED, unsupported.get());
        }
        JsonNode config = options.config().orElseGet(JsonNodeFactory.instance::objectNode);
        Optional<String> misfit = ConfigurationCheck.problem(config, modes, options.installNamespace());
        if (misfit.isPresent()) {
            return new Rejected(
                    INVALID_CONFIGURATION,
                    "invalid ClusterExtension configuration: invalid configuration: " + misfit.get());
        }
        Configuration configuration;
        try {
            configuration = Configuration.of(config);
        } catch (TypeMismatchException e) {
            return new Rejected(INVALID_CONFIGURATION, "invalid deploymentConfig: " + e.getMessage());
        }
        return render(bundle, options, configuration);
    }

    private static RenderResult render(RegistryV1 bundle, RenderOptions options, Configuration configuration) {
        List<Finding> breaches = BundleValidator.findings(bundle);
        if (!breaches.isEmpty()) {
            return new Rejected(
                    INVALID_BUNDLE, breaches.stream().map(Finding::message).collect(Collectors.joining("\n")));
        }
        Set<InstallMode> modes = bundle.csv().installModes();
        List<String> targets = TargetNamespaces.of(modes, configuration.watchNamespace());
        Optional<String> impossible = TargetNamespaces.problem(modes, targets, options.installNamespace());
        if (impossible.isPresent()) {
            return new Rejected(INVALID_CONFIGURATION, impossible.get());
        }
        Optional<Finding> unconvertible = CustomResourceDefinitions.problem(bundle);
        if (unconvertible.isPresent()) {
            return new Rejected(INVALID_BUNDLE, unconvertible.get().message());
        }
        var rendering = new Rendering(
                bundle,
                options.namespace(),
                targets,
                options.certificates(),
                features(options, configuration),
                configuration.deploymentConfig());
        return new Rendered(Generators.objects(rendering).stream()
                .map(RenderedObject::object)
                .toList());
    }

    /** The features of the options, overridden by the configuration of the extension. */
    private static Set<RenderFeature> features(RenderOptions options, Configuration configuration) {
        Set<RenderFeature> features = EnumSet.noneOf(RenderFeature.class);
        features.addAll(options.features());
        configuration.userFacingRoles().ifPresent(wanted -> {
            if (wanted) {
                features.add(RenderFeature.USER_FACING_ROLES);
            } else {
                features.remove(RenderFeature.USER_FACING_ROLES);
            }
        });
        return features;
    }

    /** Why the bundle cannot be installed with any configuration; empty if it can. */
    public static Optional<String> unsupported(Csv csv, CertificateProvider certificates, Set<RenderFeature> features) {
        if (!csv.apiServices().isEmpty() && !features.contains(RenderFeature.API_SERVICES)) {
            // The typing error comes from operator-controller; tools look for this text.
            return Optional.of("unsupported bundle: apiServiceDefintions are not supported");
        }
        if (!csv.apiServices().isEmpty() && certificates == CertificateProvider.NONE) {
            return Optional.of(
                    "unsupported bundle: apiServiceDefinitions are not supported: certificate provider is nil");
        }
        if (!csv.webhooks().isEmpty() && certificates == CertificateProvider.NONE) {
            return Optional.of("unsupported bundle: webhookDefinitions are not supported: certificate provider is nil");
        }
        boolean installable = csv.installModes().stream().anyMatch(mode -> mode != InstallMode.MULTI_NAMESPACE);
        return installable
                ? Optional.empty()
                : Optional.of("unsupported bundle: bundle must support at least one of [AllNamespaces SingleNamespace"
                        + " OwnNamespace] install modes");
    }
}
