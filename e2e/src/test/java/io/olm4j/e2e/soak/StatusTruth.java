package io.olm4j.e2e.soak;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.olm4j.api.ClusterExtension;
import io.olm4j.e2e.soak.SoakVerdict.Settled;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Judges the status of all catalogs, extensions and sets. */
final class StatusTruth implements AutoCloseable {

    private final CatalogTruth catalogs;
    private final ExtensionTruth extensions;
    private final SetTruth sets;

    StatusTruth(SoakCluster cluster, SoakKnowledge knowledge) {
        KubernetesClient client = cluster.client();
        InstalledContent content = new InstalledContent(client);
        catalogs = new CatalogTruth(cluster, knowledge);
        extensions = new ExtensionTruth(client, knowledge, content);
        sets = new SetTruth(client, content);
    }

    /** The verdict on each object, by its kind and its name. */
    Map<String, SoakVerdict> judgeAll() {
        Map<String, SoakVerdict> verdicts = new TreeMap<>();
        for (SoakCatalog catalog : SoakCatalog.values()) {
            SoakVerdict verdict = catalogs.judge(catalog);
            verdicts.put("ClusterCatalog " + catalog.label(), verdict);
            boolean serves = catalogs.isEnabled(catalog);
            for (SoakPackage member : catalog.packages()) {
                verdicts.put("ClusterExtension " + member.extension(), extensions.judge(member, verdict, serves));
            }
        }
        for (SoakPackage member : SoakPackage.values()) {
            sets.judge(member).forEach((name, verdict) -> verdicts.put("ClusterObjectSet " + name, verdict));
        }
        return verdicts;
    }

    /** Whether a catalog is enabled and serves its newest content. */
    boolean serves(SoakCatalog catalog) {
        return catalogs.isEnabled(catalog) && catalogs.judge(catalog) instanceof Settled;
    }

    Optional<ClusterExtension> extension(SoakPackage member) {
        return extensions.extension(member);
    }

    /** What the status of each extension says, in a few words. */
    String summary() {
        return Arrays.stream(SoakPackage.values()).map(extensions::summary).collect(Collectors.joining(", "));
    }

    @Override
    public void close() {
        catalogs.close();
    }
}
