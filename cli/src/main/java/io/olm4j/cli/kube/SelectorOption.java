package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.net.HttpURLConnection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option {@code -l} of commands that list objects of a cluster. */
public final class SelectorOption {

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            description = "Only objects with these labels, such as team=mail.")
    private @Nullable String selector;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    /** Whether the user gave a selector. */
    public boolean isGiven() {
        return selector != null;
    }

    /**
     * The cluster-scoped objects of a type that the selector admits, as the API server lists them.
     *
     * @throws ParameterException if the API server cannot read the selector
     */
    public <T extends HasMetadata> List<T> list(KubernetesClient client, Class<T> type) {
        try {
            return select(client, type).list().getItems();
        } catch (KubernetesClientException e) {
            if (isGiven() && e.getCode() == HttpURLConnection.HTTP_BAD_REQUEST) {
                throw new ParameterException(
                        command.commandLine(), "Invalid value for option '--selector': " + ApiFailures.describe(e), e);
            }
            throw e;
        }
    }

    /** What to list or to watch: the objects that the selector admits; all without a selector. */
    public <T extends HasMetadata> FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> select(
            KubernetesClient client, Class<T> type) {
        var all = client.resources(type);
        return selector == null ? all : all.withLabelSelector(selector);
    }
}
