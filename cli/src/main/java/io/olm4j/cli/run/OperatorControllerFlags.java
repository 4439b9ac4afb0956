package io.olm4j.cli.run;

import io.olm4j.api.DeletionPolicy;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.cli.bundle.CertificateProviderConverter;
import io.olm4j.cli.kube.DeletionPolicyConverter;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags of operator-controller. */
final class OperatorControllerFlags {

    @Option(
            names = "--catalogd-cas-dir",
            paramLabel = "DIR",
            description = "A directory of certificate authorities for catalogd's certificate, in addition to those"
                    + " that Java trusts.")
    @Nullable Path catalogdCasDir;

    @Option(
            names = "--cache-path",
            paramLabel = "DIR",
            defaultValue = "/var/cache/operator-controller",
            description =
                    "The directory for catalogs and bundles; a restart uses them again. Default: ${DEFAULT-VALUE}.")
    Path cachePath = Path.of("");

    @Option(
            names = "--default-service-account",
            paramLabel = "NAMESPACE/NAME",
            description = {
                "The service account of every ClusterExtension and ClusterObjectSet that names none.",
                "The annotations of the controller's own ServiceAccount must name the same account, because"
                        + " admission policies read them; the process ends when they change."
            })
    @Nullable String defaultServiceAccount;

    @Option(
            names = "--allow-controller-identity",
            arity = "0..1",
            paramLabel = "true|false",
            fallbackValue = "true",
            defaultValue = "false",
            description = "Use the controller's rights for ClusterExtensions and ClusterObjectSets that name no service"
                    + " account, if there is no default account.")
    boolean allowControllerIdentity;

    @Option(
            names = "--default-deletion-policy",
            paramLabel = "POLICY",
            defaultValue = "Delete",
            converter = DeletionPolicyConverter.class,
            completionCandidates = DeletionPolicyConverter.Names.class,
            description = "The deletion policy of ClusterExtensions without the annotation olm4j.io/deletion-policy:"
                    + " Delete, RefuseWhileInUse or KeepDefinitions. Default: ${DEFAULT-VALUE}.")
    DeletionPolicy defaultDeletionPolicy = DeletionPolicy.DELETE;

    @Option(
            names = "--certificates",
            paramLabel = "PROVIDER",
            converter = CertificateProviderConverter.class,
            completionCandidates = CertificateProviderConverter.Names.class,
            description = "Issuer of webhook certificates: cert-manager, service-ca or none. Default: cert-manager;"
                    + " service-ca if the feature gate WebhookProviderCertManager is off, none if"
                    + " WebhookProviderOpenshiftServiceCA is off too.")
    @Nullable CertificateProvider certificates;
}
