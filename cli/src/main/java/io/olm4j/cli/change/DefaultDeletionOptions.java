package io.olm4j.cli.change;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.DeletionPolicy;
import io.olm4j.cli.OlmException;
import io.olm4j.cli.kube.DeletionPolicyConverter;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The default deletion policy of operator-controller: as its Deployment says, else as the user names it. */
final class DefaultDeletionOptions {

    /** The option, for messages. */
    static final String NAME = "--default-deletion-policy";

    private static final String VARIABLE = "OLM_DEFAULT_DELETION_POLICY";
    private static final String DEPLOYMENT = "operator-controller-controller-manager";

    @Option(
            names = NAME,
            paramLabel = "DELETION-POLICY",
            converter = DeletionPolicyConverter.class,
            completionCandidates = DeletionPolicyConverter.Names.class,
            description = "Only for the forecast: what operator-controller is set to, if that cannot be read: Delete,"
                    + " RefuseWhileInUse or KeepDefinitions. It changes nothing; --keep-definitions keeps the data.")
    private Optional<DeletionPolicy> named = Optional.empty();

    @Option(
            names = "--system-namespace",
            paramLabel = "NAMESPACE",
            defaultValue = "olmv1-system",
            description = "The namespace of operator-controller. Default: ${DEFAULT-VALUE}.")
    private String systemNamespace = "";

    /**
     * The policy of extensions without the annotation.
     *
     * @throws OlmException if the Deployment sets another policy than the user names
     */
    DefaultPolicy find(KubernetesClient client) {
        Optional<DeletionPolicy> set = set(client);
        if (set.isEmpty()) {
            return named.map(DefaultPolicy::asserted).orElse(DefaultPolicy.UNKNOWN);
        }
        if (named.isPresent() && !named.equals(set)) {
            throw new OlmException("the Deployment " + systemNamespace + "/" + DEPLOYMENT + " sets the policy "
                    + set.get().text() + ", and " + NAME + " " + named.get().text()
                    + " does not change it: leave the option out; --keep-definitions keeps the data");
        }
        return DefaultPolicy.read(set.get());
    }

    /** What operator-controller is set to; empty if that cannot be read. */
    private Optional<DeletionPolicy> set(KubernetesClient client) {
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
