package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.olm4j.api.DeletionPolicy;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The default deletion policy of operator-controller, as its Deployment sets it. */
public final class DefaultDeletionPolicy {

    /** The flag of operator-controller, and of commands that cannot read it. */
    public static final String FLAG = "--default-deletion-policy";

    private static final String VARIABLE = "OLM_DEFAULT_DELETION_POLICY";

    private DefaultDeletionPolicy() {}

    /**
     * What operator-controller is set to.
     *
     * @param systemNamespace the namespace of operator-controller
     * @return empty if that cannot be read
     */
    public static Optional<DeletionPolicy> read(KubernetesClient client, String systemNamespace) {
        try {
            return Optional.ofNullable(client.apps()
                            .deployments()
                            .inNamespace(systemNamespace)
                            .withName(SystemNames.OPERATOR_CONTROLLER)
                            .get())
                    .flatMap(DefaultDeletionPolicy::of);
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
        int separate = words.indexOf(FLAG);
        return separate >= 0 && separate < words.size() - 1
                ? Optional.of(words.get(separate + 1))
                : words.stream()
                        .filter(word -> word.startsWith(FLAG + "="))
                        .map(word -> word.substring(FLAG.length() + 1))
                        .findFirst();
    }
}
