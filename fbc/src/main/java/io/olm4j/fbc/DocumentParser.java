package io.olm4j.fbc;

import java.util.List;

/** Gives what is wanted of the objects in a document of a catalog; for use by any number of threads. */
interface DocumentParser<T> {
    /**
     * Parses a JSON value.
     *
     * @throws CatalogSyntaxException if it is not an object of a catalog
     */
    T json(byte[] value, Location location);

    /**
     * Parses YAML that may hold several objects.
     *
     * @throws CatalogSyntaxException if it is not objects of a catalog
     */
    List<T> yaml(YamlChunks.Chunk chunk);

    /** The objects as trees. */
    static DocumentParser<Meta> trees(ReaderLimits limits) {
        JsonText json = new JsonText(limits);
        return new DocumentParser<>() {
            @Override
            public Meta json(byte[] value, Location location) {
                return json.meta(value, location);
            }

            @Override
            public List<Meta> yaml(YamlChunks.Chunk chunk) {
                return new YamlTrees(limits)
                        .parse(chunk).stream()
                                .map(document -> StreamReading.meta(document.tree(), document.location()))
                                .toList();
            }
        };
    }

    /** The objects as canonical JSON, through trees only where need be. */
    static DocumentParser<CanonicalMeta> canonical(ReaderLimits limits) {
        DocumentParser<Meta> trees = trees(limits);
        return new DocumentParser<>() {
            @Override
            public CanonicalMeta json(byte[] value, Location location) {
                return JsonRewriter.rewrite(value).orElseGet(() -> CanonicalMeta.of(trees.json(value, location)));
            }

            @Override
            public List<CanonicalMeta> yaml(YamlChunks.Chunk chunk) {
                return trees.yaml(chunk).stream().map(CanonicalMeta::of).toList();
            }
        };
    }
}
