package io.olm4j.cli.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.bundle.InstallMode;
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
import io.olm4j.cli.command.InputFile;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.ResourceNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How bundles are to be installed: the options of every command that renders them. */
public final class InstallOptions {
    private static final String AUTO = "auto";

    /** The namespace to watch for {@code auto}, if the bundle supports only one other than its own. */
    private static final String OTHER_NAMESPACE = "ns-y";

    @Option(
            names = "--install-namespace",
            paramLabel = "NS",
            description = {
                "Where the operator runs, as in spec.namespace.",
                "Default: the namespace that the bundle suggests, which is then one of the objects."
            })
    private @Nullable String installNamespace;

    @Option(
            names = "--watch-namespace",
            paramLabel = "NS|auto",
            description = {
                "The only namespace it watches. Default: all, if the bundle supports that.",
                "auto: all namespaces where supported, else its own, else " + OTHER_NAMESPACE + "."
            })
    private @Nullable String watchNamespace;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description =
                    "A file with the configuration, in YAML or JSON, as in spec.config.inline; - is standard input.")
    private @Nullable Path config;

    @Option(
            names = "--certificates",
            paramLabel = "PROVIDER",
            converter = CertificateProviderConverter.class,
            completionCandidates = CertificateProviderConverter.Names.class,
            description = "Issuer of serving certificates: cert-manager, service-ca or none. Default: cert-manager.")
    private CertificateProvider certificates = CertificateProvider.CERT_MANAGER;

    @Option(
            names = "--with",
            paramLabel = "FEATURE",
            split = ",",
            converter = RenderFeatureConverter.class,
            completionCandidates = RenderFeatureConverter.Names.class,
            description = {
                "Optional features that the administrator or the cluster enables:",
                "api-services, user-facing-roles, operator-conditions."
            })
    private Set<RenderFeature> features = Set.of();

    private Optional<ObjectNode> configuration = Optional.empty();

    /**
     * Reads the configuration; to be called once, before the first bundle is rendered.
     *
     * @throws IOException if the file cannot be read
     * @throws OlmException if it holds no configuration, or no namespace can have the name of the given one
     */
    public void read() throws IOException {
        if (installNamespace != null) {
            ResourceNames.requireNamespace(installNamespace);
        }
        configuration = ConfigurationFile.read(config, watchNamespace);
    }

    /** Reads and renders the bundle in a directory. */
    public BundleRendering render(Path directory) {
        return switch (BundleReader.read(directory)) {
            case BundleReading.Unreadable unreadable -> new BundleRendering.Failed(unreadable.message());
            case BundleReading.Read(RegistryV1 bundle) -> render(bundle);
        };
    }

    private BundleRendering render(RegistryV1 bundle) {
        if (installNamespace != null) {
            return render(bundle, new InstallNamespace.Existing(installNamespace));
        }
        return switch (SuggestedNamespace.of(bundle, Optional.empty())) {
            case Suggestion.Usable(var namespace) -> render(bundle, namespace);
            case Suggestion.Unusable(String message) -> new BundleRendering.Failed(message);
        };
    }

    private BundleRendering render(RegistryV1 bundle, InstallNamespace namespace) {
        var options = new RenderOptions(namespace, configurationFor(bundle, namespace.name()), certificates, features);
        return switch (Renderer.render(bundle, options)) {
            case RenderResult.Rejected(var cause, String message) -> new BundleRendering.Failed(message);
            case RenderResult.Rendered(var objects) -> new BundleRendering.Done(objects);
        };
    }

    /** Whether the configuration is read from standard input, where nothing else can then be read. */
    boolean readsStandardInput() {
        return InputFile.isStandardInput(config);
    }

    /** The namespace that was given; none if every bundle brings its own. */
    public Optional<String> installNamespace() {
        return Optional.ofNullable(installNamespace);
    }

    private Optional<JsonNode> configurationFor(RegistryV1 bundle, String namespace) {
        Optional<String> watched = Optional.ofNullable(watchNamespace)
                .flatMap(given ->
                        given.equals(AUTO) ? automatic(bundle.csv().installModes(), namespace) : Optional.of(given));
        return ConfigurationFile.watching(configuration, watched).map(given -> given);
    }

    private static Optional<String> automatic(Set<InstallMode> modes, String namespace) {
        if (modes.contains(InstallMode.ALL_NAMESPACES)) {
            return Optional.empty();
        }
        if (modes.contains(InstallMode.OWN_NAMESPACE)) {
            return Optional.of(namespace);
        }
        return modes.contains(InstallMode.SINGLE_NAMESPACE) ? Optional.of(OTHER_NAMESPACE) : Optional.empty();
    }
}
