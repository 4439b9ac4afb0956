package io.olm4j.cli.run;

import io.olm4j.bundle.CertificateProvider;
import io.olm4j.cli.bundle.CertificateProviderConverter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of operator-controller. */
final class OperatorControllerFlags {

    @Option(
            names = "--catalogd-cas-dir",
            paramLabel = "DIR",
            description = "Certificate authorities that catalogd's certificate may be of, beside those of the machine.")
    @Nullable Path catalogdCasDir;

    @Option(
            names = "--cache-path",
            paramLabel = "DIR",
            defaultValue = "/var/cache/operator-controller",
            description =
                    "Where catalogs and bundles are kept; what is there is used again after a restart. Default: ${DEFAULT-VALUE}.")
    Path cachePath = Path.of("");

    @Option(
            names = "--default-service-account",
            paramLabel = "NAMESPACE/NAME",
            description = {
                "The service account of every ClusterExtension that names none.",
                "The annotations of the controller's own ServiceAccount have to name the same: admission policies go by them."
            })
    @Nullable String defaultServiceAccount;

    @Option(
            names = "--allow-controller-identity",
            arity = "0..1",
            fallbackValue = "true",
            defaultValue = "false",
            description =
                    "Write the content of ClusterExtensions that name no service account with the rights of the controller.")
    boolean allowControllerIdentity;

    @Option(
            names = "--certificates",
            paramLabel = "PROVIDER",
            converter = CertificateProviderConverter.class,
            description =
                    "Who issues certificates of webhooks: cert-manager, service-ca or none. By default as the feature gates say.")
    @Nullable CertificateProvider certificates;
}
