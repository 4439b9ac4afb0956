package io.olm4j.cli.change;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.cli.kube.DeletionPolicyConverter;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The default deletion policy of operator-controller: as the user names it, else as its Deployment says. */
final class DefaultDeletionOptions {

    /** The option, for messages. */
    static final String NAME = "--default-deletion-policy";

    private static final String VARIABLE = "OLM_DEFAULT_DELETION_POLICY";
    private static final String DEPLOYMENT = "operator-controller-controller-manager";

    @Option(
            names = NAME,
            paramLabel = "POLICY",
            converter = DeletionPolicyConverter.class,
            completionCandidates = DeletionPolicyConverter.Names.class,
            description = "The value of this flag of operator-controller: Delete, RefuseWhileInUse or KeepDefinitions."
                    + " Default: what its Deployment says; Delete is assumed if you may not read that.")
    private Optional<DeletionPolicy> named = Optional.empty();

    @Option(
            names = "--system-namespace",
            paramLabel = "NAMESPACE",
            defaultValue = "olmv1-system",
            description = "The namespace of operator-controller. Default: ${DEFAULT-VALUE}.")
    private String systemNamespace = "";

    /** The policy of extensions without the annotation; empty if it is not known. */
    Optional<DeletionPolicy> find(KubernetesClient client) {
        if (named.isPresent()) {
            return named;
        }
        try {
            return Optional.ofNullable(client.apps()
                            .deployments()
                            .inNamespace(systemNamespace)
                            .withName(DEPLOYMENT)
                            .get())
                    .flatMap(DefaultDeletionOptions::of);
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_FORBIDDEN) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The policy that a Deployment sets, by the flag or else the variable; empty if the value is from elsewhere. */
    static Optional<DeletionPolicy> of(Deployment deployment) {
        List<Container> containers =
                deployment.getSpec().getTemplate().getSpec().getContainers();
        Optional<String> flag = containers.stream()
                .flatMap(container -> flag(container).stream())
                .findFirst();
        if (flag.isPresent()) {
            return DeletionPolicy.named(flag.get());
        }
        Optional<EnvVar> variable = containers.stream()
                .flatMap(container -> container.getEnv().stream())
                .filter(one -> one.getName().equals(VARIABLE))
                .findFirst();
        if (variable.isPresent()) {
            return variable.map(EnvVar::getValue).flatMap(DeletionPolicy::named);
        }
        return containers.stream().allMatch(container -> container.getEnvFrom().isEmpty())
                ? Optional.of(DeletionPolicy.DELETE)
                : Optional.empty();
    }

    private static Optional<String> flag(Container container) {
        List<String> words = new ArrayList<>(container.getCommand());
        words.addAll(container.getArgs());
        int separate = words.indexOf(NAME);
        return separate >= 0 && separate < words.size() - 1
                ? Optional.of(words.get(separate + 1))
                : words.stream()
                        .filter(word -> word.startsWith(NAME + "="))
                        .map(word -> word.substring(NAME.length() + 1))
                        .findFirst();
    }
}
