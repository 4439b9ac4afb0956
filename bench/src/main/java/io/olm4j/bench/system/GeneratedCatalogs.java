package io.olm4j.bench.system;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.fbc.CatalogOrder;
import io.olm4j.fbc.CatalogReader;
import io.olm4j.fbc.CatalogWriter;
import io.olm4j.fbc.Meta;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * Makes large catalogs, as a service sends them, of the packages of a real one under other names; the same for the same
 * seed.
 */
public final class GeneratedCatalogs {
    private final Map<String, List<Meta>> packages = new LinkedHashMap<>();

    /** @param real the directory of the real catalog */
    public GeneratedCatalogs(Path real) throws IOException {
        new CatalogReader()
                .readDirectory(
                        real,
                        meta -> packages.computeIfAbsent(meta.owningPackage(), _ -> new ArrayList<>())
                                .add(meta));
    }

    /**
     * Writes {@code catalog-NN.jsonl} files.
     *
     * @param bytes their size together
     */
    public void write(Path directory, int catalogs, long bytes, long seed) throws IOException {
        Random random = new Random(seed);
        List<List<Meta>> choice = List.copyOf(packages.values());
        for (int catalog = 1; catalog <= catalogs; catalog++) {
            Path file = directory.resolve("catalog-%02d.jsonl".formatted(catalog));
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
                long written = 0;
                for (int copy = 0; written < bytes / catalogs; copy++) {
                    String suffix = "-" + catalog + "-" + copy;
                    for (Meta meta : choice.get(random.nextInt(choice.size()))) {
                        byte[] line = CanonicalJson.line(renamed(meta, suffix).blob());
                        out.write(line);
                        written += line.length;
                    }
                }
            }
        }
    }

    /**
     * Writes a catalog directory with a file for each package.
     *
     * @param bytes its size
     */
    void writeDirectory(Path directory, CatalogWriter.Format format, long bytes, long seed) throws IOException {
        Random random = new Random(seed);
        List<List<Meta>> choice = List.copyOf(packages.values());
        long written = 0;
        for (int copy = 0; written < bytes; copy++) {
            String suffix = "-" + seed + "-" + copy;
            List<Meta> renamed = choice.get(random.nextInt(choice.size())).stream()
                    .map(meta -> renamed(meta, suffix))
                    .sorted(CatalogOrder.comparator())
                    .toList();
            Path file = Files.createDirectories(directory.resolve("package" + suffix))
                    .resolve("catalog." + format.name().toLowerCase(Locale.ROOT));
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16)) {
                for (Meta meta : renamed) {
                    out.write(CatalogWriter.text(meta, format).getBytes(StandardCharsets.UTF_8));
                }
            }
            written += Files.size(file);
        }
    }

    /** The package of the real catalog whose objects, as JSON, come nearest to a size. */
    String packageNearest(long bytes) {
        return packages.entrySet().stream()
                .filter(entry -> !entry.getKey().isEmpty())
                .min(Comparator.comparingLong(entry -> Math.abs(size(entry.getValue()) - bytes)))
                .orElseThrow()
                .getKey();
    }

    private static long size(List<Meta> metas) {
        return metas.stream()
                .filter(meta -> !meta.packageName().isEmpty())
                .mapToLong(meta -> meta.blob().toString().length())
                .sum();
    }

    private static Meta renamed(Meta meta, String suffix) {
        ObjectNode blob = meta.blob().deepCopy();
        String key = meta.schema().equals("olm.package") ? "name" : "package";
        blob.put(key, blob.path(key).asText() + suffix);
        blob.path("properties").forEach(property -> {
            if (property.path("value") instanceof ObjectNode value && value.has("packageName")) {
                value.put("packageName", value.path("packageName").asText() + suffix);
            }
        });
        return Meta.of(blob, meta.location());
    }
}
