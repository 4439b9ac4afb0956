package io.olm4j.cli.clustercatalog;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.api.ClusterExtensionSpec.CatalogFilter;
import io.olm4j.cli.command.ErrorLines;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.installed.ExtensionReads;
import io.olm4j.upgradeedges.choice.Candidates;
import java.io.PrintWriter;
import java.util.function.BiFunction;

/**
 * Resolves an extension of the cluster by the catalogs of the cluster.
 *
 * @param err for warnings
 */
public record ClusterResolution(KubernetesClient client, PrintWriter err) {

    /**
     * Reads both and resolves.
     *
     * @throws OlmException if there is no such extension, it has no catalog source, or its selector is invalid
     */
    public <T> T resolve(String name, BiFunction<ClusterExtension, Candidates, T> resolver) {
        ClusterExtension extension = new ExtensionReads(client).extension(name);
        CatalogFilter filter = extension
                .catalog()
                .orElseThrow(() -> new OlmException("the ClusterExtension has no spec.source.catalog"));
        try (ServedCatalogs served = ServedCatalogs.open(client, filter)) {
            Candidates candidates = served.candidates(filter);
            served.outdated(filter, candidates).forEach(why -> ErrorLines.warn(err, why));
            return resolver.apply(extension, candidates);
        }
    }
}
