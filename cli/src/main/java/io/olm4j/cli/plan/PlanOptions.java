package io.olm4j.cli.plan;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.applier.account.ServiceAccountRef;
import io.olm4j.bundle.CertificateProvider;
import io.olm4j.cli.bundle.CertificateProviderConverter;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.DefaultDeletionPolicy;
import io.olm4j.cli.kube.DeletionPolicyConverter;
import io.olm4j.cli.kube.SystemNamespaceOption;
import io.olm4j.controller.options.ControllerOptions;
import io.olm4j.controller.options.IdentityPolicy;
import io.olm4j.oci.pullsecrets.NamespacedName;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The flags of operator-controller that a plan depends on, because few users can read them from the cluster. */
public final class PlanOptions {

    @Mixin
    private final SystemNamespaceOption systemNamespace = new SystemNamespaceOption();

    @Option(
            names = "--default-service-account",
            paramLabel = "NAMESPACE/NAME",
            description = "The value of this flag of operator-controller, if it is set.")
    private @Nullable String defaultAccount;

    @Option(
            names = DefaultDeletionPolicy.FLAG,
            paramLabel = "DELETION-POLICY",
            converter = DeletionPolicyConverter.class,
            completionCandidates = DeletionPolicyConverter.Names.class,
            description = "The value of this flag of operator-controller: Delete, RefuseWhileInUse or KeepDefinitions."
                    + " Default: what its Deployment sets, else Delete.")
    private Optional<DeletionPolicy> deletionPolicy = Optional.empty();

    @Option(
            names = "--certificates",
            paramLabel = "PROVIDER",
            defaultValue = "cert-manager",
            converter = CertificateProviderConverter.class,
            completionCandidates = CertificateProviderConverter.Names.class,
            description = "The value of this flag of operator-controller: cert-manager, service-ca or none."
                    + " Default: ${DEFAULT-VALUE}.")
    private CertificateProvider certificates = CertificateProvider.CERT_MANAGER;

    /**
     * The options of the controller.
     *
     * @param scratch a directory for unpacked images
     * @throws OlmException if a flag is wrong
     */
    ControllerOptions controller(KubernetesClient client, Path scratch) {
        return ControllerOptions.of(scratch, systemNamespace.value())
                .withIdentity(
                        new IdentityPolicy(Optional.ofNullable(defaultAccount).map(PlanOptions::account), false))
                .withDeletion(deletionPolicy
                        .or(() -> DefaultDeletionPolicy.read(client, systemNamespace.value()))
                        .orElse(DeletionPolicy.DELETE))
                .withCertificates(certificates);
    }

    private static ServiceAccountRef account(String text) {
        try {
            NamespacedName account = NamespacedName.parse(text);
            return new ServiceAccountRef(account.namespace(), account.name());
        } catch (IllegalArgumentException e) {
            throw new OlmException("--default-service-account: " + e.getMessage(), e);
        }
    }
}
