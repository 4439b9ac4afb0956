package io.olm4j.cli.packages;

import io.olm4j.cli.clustercatalog.CatalogReading;
import io.olm4j.cli.clustercatalog.ServedCatalogs;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the packages whose names are like a name that no catalog has. */
public final class NearestPackages {

    private static final int TYPOS = 2;
    private static final int LIMIT = 5;

    private NearestPackages() {}

    /** The most similar names in the catalogs, at most {@value #LIMIT}. */
    public static List<String> of(ServedCatalogs catalogs, String name) {
        return among(
                catalogs.catalogs().stream()
                        .map(CatalogReading::name)
                        .flatMap(catalog -> catalogs.packages(catalog).stream())
                        .distinct()
                        .sorted()
                        .toList(),
                name);
    }

    /** The most similar of the known names, at most {@value #LIMIT}. */
    public static List<String> among(List<String> known, String name) {
        Stream<String> matches = new SearchText(name)
                .search(known.stream().map(NearestPackages::byName).toList()).stream()
                        .map(PackageSummary::packageName);
        Stream<String> typos = known.stream()
                .filter(one -> one.length() > TYPOS)
                .filter(one -> EditDistance.isAtMost(one, name, TYPOS));
        return Stream.concat(matches, typos).distinct().limit(LIMIT).toList();
    }

    private static PackageSummary byName(String name) {
        return new PackageSummary(
                name,
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                "",
                "",
                "",
                List.of(),
                List.of());
    }
}
