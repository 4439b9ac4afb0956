package io.olm4j.cli.change;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.kube.DefaultDeletionPolicy;
import io.olm4j.cli.kube.DeletionPolicyConverter;
import io.olm4j.cli.kube.SystemNames;
import io.olm4j.cli.kube.SystemNamespaceOption;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The default deletion policy of operator-controller: as its Deployment says, else as the user names it. */
final class DefaultDeletionOptions {

    @Option(
            names = DefaultDeletionPolicy.FLAG,
            paramLabel = "DELETION-POLICY",
            converter = DeletionPolicyConverter.class,
            completionCandidates = DeletionPolicyConverter.Names.class,
            description = "The default deletion policy that the forecast assumes if that of operator-controller cannot"
                    + " be read: Delete, RefuseWhileInUse or KeepDefinitions. It changes no policy;"
                    + " --keep-definitions keeps the data.")
    private Optional<DeletionPolicy> named = Optional.empty();

    @Mixin
    private final SystemNamespaceOption systemNamespace = new SystemNamespaceOption();

    /**
     * The policy of extensions without the annotation.
     *
     * @throws OlmException if the Deployment sets another policy than the user names
     */
    DefaultPolicy find(KubernetesClient client) {
        Optional<DeletionPolicy> set = DefaultDeletionPolicy.read(client, systemNamespace.value());
        if (set.isEmpty()) {
            return named.map(DefaultPolicy::asserted).orElse(DefaultPolicy.UNKNOWN);
        }
        if (named.isPresent() && !named.equals(set)) {
            throw new OlmException("the Deployment " + systemNamespace.value() + "/" + SystemNames.OPERATOR_CONTROLLER
                    + " sets the policy "
                    + set.get().text() + ", and " + DefaultDeletionPolicy.FLAG + " "
                    + named.get().text()
                    + " does not change it: leave the option out; --keep-definitions keeps the data");
        }
        return DefaultPolicy.read(set.get());
    }
}
