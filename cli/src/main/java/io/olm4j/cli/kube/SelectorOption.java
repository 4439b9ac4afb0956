package io.olm4j.cli.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option {@code -l} of commands that list objects of a cluster. */
public final class SelectorOption {

    @Option(
            names = {"-l", "--selector"},
            paramLabel = "SELECTOR",
            description = "Only objects with these labels, such as team=mail.")
    private @Nullable String selector;

    /** Whether the user gave a selector. */
    public boolean isGiven() {
        return selector != null;
    }

    /** The cluster-scoped objects of a type that the selector admits; all without a selector. */
    public <T extends HasMetadata> FilterWatchListDeletable<T, KubernetesResourceList<T>, Resource<T>> select(
            KubernetesClient client, Class<T> type) {
        var all = client.resources(type);
        return selector == null ? all : all.withLabelSelector(selector);
    }
}
