package io.olm4j.cli.catalog;

import io.olm4j.cli.command.Failures;
import io.olm4j.cli.command.OlmException;
import io.olm4j.cli.packages.NearestPackages;
import io.olm4j.cli.source.ContentSource;
import io.olm4j.cli.source.SourceContent;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.Meta;
import io.olm4j.fbc.PackageGraphs;
import io.olm4j.fbc.Schemas;
import io.olm4j.fbc.property.PropertyTypes;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a catalog holds, as far as the tables and drawings need it. */
final class LoadedCatalog {
    private final PackageGraphs graphs = new PackageGraphs();
    private final Map<String, String> displayNames = new HashMap<>();

    private LoadedCatalog() {}

    /**
     * Reads a catalog.
     *
     * @param argument its directory, or its image
     * @throws IOException if it cannot be read
     * @throws OlmException if something in it is not catalog content
     */
    static LoadedCatalog read(String argument) throws IOException {
        try (ContentSource source = ContentSource.ofCatalogs()) {
            return read(source.open(argument));
        }
    }

    private static LoadedCatalog read(SourceContent content) throws IOException {
        LoadedCatalog catalog = new LoadedCatalog();
        try {
            new CatalogReader().readDirectory(content.path(), catalog::add);
        } catch (TextSyntaxException e) {
            throw new OlmException(content.name() + "/" + e.getMessage(), e);
        }
        return catalog;
    }

    private void add(Meta meta) {
        graphs.accept(meta);
        if (meta.schema().equals(Schemas.BUNDLE)) {
            meta.blob().path("properties").forEach(property -> {
                if (property.path("type").asText().equals(PropertyTypes.CSV_METADATA)) {
                    displayNames.put(
                            meta.packageName() + "/" + meta.name(),
                            property.path("value").path("displayName").asText());
                }
            });
        }
    }

    /**
     * The packages by name.
     *
     * @param wanted only this one; absent for all
     * @throws OlmException if it is not there, or malformed
     */
    List<PackageGraph> packages(Optional<String> wanted) {
        if (wanted.isPresent() && !graphs.packageNames().contains(wanted.get())) {
            List<String> nearest = NearestPackages.among(graphs.packageNames(), wanted.get());
            String all = graphs.packageNames().isEmpty()
                    ? "; it has none"
                    : "; it has: " + String.join(", ", graphs.packageNames());
            throw new OlmException("the catalog has no package \"" + wanted.get() + "\""
                    + (nearest.isEmpty() ? all : Failures.didYouMean(nearest)));
        }
        return wanted.map(List::of).orElseGet(graphs::packageNames).stream()
                .map(this::graph)
                .toList();
    }

    private PackageGraph graph(String name) {
        try {
            return graphs.graph(name).orElseThrow();
        } catch (TextSyntaxException e) {
            throw new OlmException(e.getMessage(), e);
        }
    }

    /** What a bundle calls itself for people; empty if it says nothing. */
    String displayName(PackageGraph graph, String bundle) {
        return displayNames.getOrDefault(graph.name() + "/" + bundle, "");
    }
}
