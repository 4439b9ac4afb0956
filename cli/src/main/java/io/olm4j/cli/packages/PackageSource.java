package io.olm4j.cli.packages;

import io.olm4j.api.ClusterCatalog;
import io.olm4j.catalogdclient.Lookup;
import io.olm4j.cli.clustercatalog.ServedCatalogs;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.Schemas;
import io.olm4j.upgradeedges.catalog.Bundle;
import io.olm4j.upgradeedges.catalog.Channel;
import io.olm4j.upgradeedges.catalog.ChannelGraph;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.util.List;
import java.util.Optional;

/**
 * A package of a catalog, from which more can be read.
 *
 * @param graph its channels and bundles
 */
record PackageSource(ServedCatalogs catalogs, ClusterCatalog catalog, PackageGraph graph) {

    /** The package in a catalog; empty if the catalog does not have it, or cannot answer. */
    static Optional<PackageSource> of(ServedCatalogs catalogs, ClusterCatalog catalog, String packageName) {
        return catalogs.lookup(catalog, packageName) instanceof Lookup.Found found
                ? Optional.of(new PackageSource(catalogs, catalog, found.graph()))
                : Optional.empty();
    }

    /**
     * A channel.
     *
     * @param wanted its name; empty for the default channel, or the first one if the package has no default
     */
    Optional<Channel> channel(Optional<String> wanted) {
        Optional<String> name = wanted.or(graph::defaultChannel);
        return graph.channels().stream()
                .filter(channel -> name.map(channel.name()::equals).orElse(true))
                .findFirst();
    }

    /** The bundle at the head of a channel. */
    static Optional<Bundle> head(PackageGraph graph, Channel channel) {
        return ChannelGraph.of(channel).heads().stream().findFirst().flatMap(name -> bundle(graph, name));
    }

    /** A bundle by its name. */
    static Optional<Bundle> bundle(PackageGraph graph, String name) {
        return graph.bundles().stream()
                .filter(bundle -> bundle.name().equals(name))
                .findFirst();
    }

    /** The object of the package itself; empty if the catalog has none. */
    Optional<Meta> packageObject() {
        return catalogs.objects(catalog, graph.name(), header -> header.schema().equals(Schemas.PACKAGE)).stream()
                .findFirst();
    }

    /** What a bundle says of its operator. */
    OperatorFacts facts(Bundle bundle) {
        return catalogs
                .objects(
                        catalog,
                        graph.name(),
                        header -> header.schema().equals(Schemas.BUNDLE)
                                && header.name().equals(bundle.name()))
                .stream()
                .findFirst()
                .map(OperatorFacts::of)
                .orElse(OperatorFacts.NONE);
    }

    /** The package in one line, by the head of a channel. */
    PackageSummary summary(Optional<String> wantedChannel) {
        Optional<Channel> channel = channel(wantedChannel);
        Optional<Bundle> head = channel.flatMap(one -> head(graph, one));
        OperatorFacts facts = head.map(this::facts).orElse(OperatorFacts.NONE);
        return new PackageSummary(
                graph.name(),
                catalog.getMetadata().getName(),
                head.map(Bundle::version),
                head.map(Bundle::name),
                channel.map(Channel::name),
                graph.channels().stream().map(Channel::name).toList(),
                facts.displayName(),
                facts.provider(),
                description(facts),
                names(facts),
                facts.keywords());
    }

    private String description(OperatorFacts facts) {
        if (!facts.summary().isEmpty()) {
            return facts.summary();
        }
        return facts.description().isEmpty()
                ? packageObject()
                        .map(object ->
                                object.blob().path("description").asText("").strip())
                        .orElse("")
                : facts.description();
    }

    /** The install modes in their usual order. */
    static List<String> names(OperatorFacts facts) {
        return facts.installModes().stream().sorted().map(Object::toString).toList();
    }
}
