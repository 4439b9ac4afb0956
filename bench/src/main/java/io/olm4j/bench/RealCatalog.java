package io.olm4j.bench;

import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.fbc.CatalogFiles;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.PackageGraphs;
import io.olm4j.upgradeedges.catalog.PackageGraph;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** The community catalog that lies beside the checkout. */
public final class RealCatalog {
    private static final String PATH = "shared/data/catalogs/community-v4.17";

    private RealCatalog() {}

    /** Its directory, of YAML files. */
    public static Path yaml() {
        return RealData.directory(PATH);
    }

    /** The same as JSON lines, a file for each of YAML, in a new directory. */
    static Path json() throws IOException {
        Path directory = Files.createTempDirectory("bench-json");
        for (CatalogFiles.CatalogFile file : CatalogFiles.list(yaml())) {
            Path target = directory.resolve(file.name().replace(".yaml", ".json"));
            Files.createDirectories(target.getParent());
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(target))) {
                new CatalogReader().readFile(file, meta -> {
                    try {
                        out.write(CanonicalJson.line(meta.blob()));
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
            }
        }
        return directory;
    }

    /** The package with the most bundles. */
    static PackageGraph largestPackage() throws IOException {
        PackageGraphs graphs = new PackageGraphs();
        new CatalogReader().readDirectory(yaml(), graphs);
        return graphs.packageNames().stream()
                .map(name -> graphs.graph(name).orElseThrow())
                .max(Comparator.comparingInt(graph -> graph.bundles().size()))
                .orElseThrow();
    }

    /** How many bytes its files have. */
    public static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }
}
