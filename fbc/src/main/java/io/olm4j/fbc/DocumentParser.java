package io.olm4j.fbc;

import java.util.List;

/** Gives what is wanted of the documents of a stream; for use by any number of threads. */
interface DocumentParser<T> {
    /**
     * Parses a JSON value.
     *
     * @throws CatalogSyntaxException if it is not JSON, or not what is wanted
     */
    T json(byte[] value, Location location);

    /**
     * Parses YAML that may hold several documents.
     *
     * @throws CatalogSyntaxException if it is not YAML, or not what is wanted
     */
    List<T> yaml(YamlChunks.Chunk chunk);

    /** Whatever they hold. */
    static DocumentParser<Document> documents(ReaderLimits limits, Numbers numbers) {
        JsonText json = new JsonText(limits, numbers);
        return new DocumentParser<>() {
            @Override
            public Document json(byte[] value, Location location) {
                return json.document(value, location);
            }

            @Override
            public List<Document> yaml(YamlChunks.Chunk chunk) {
                return new YamlTrees(limits, numbers).parse(chunk);
            }
        };
    }

    /** The objects of a catalog as trees. */
    static DocumentParser<Meta> metas(ReaderLimits limits) {
        DocumentParser<Document> documents = documents(limits, Numbers.FLOAT64);
        return new DocumentParser<>() {
            @Override
            public Meta json(byte[] value, Location location) {
                return Meta.of(documents.json(value, location));
            }

            @Override
            public List<Meta> yaml(YamlChunks.Chunk chunk) {
                return documents.yaml(chunk).stream().map(Meta::of).toList();
            }
        };
    }

    /** The objects of a catalog as canonical JSON, through trees only where need be. */
    static DocumentParser<CanonicalMeta> canonical(ReaderLimits limits) {
        DocumentParser<Meta> metas = metas(limits);
        return new DocumentParser<>() {
            @Override
            public CanonicalMeta json(byte[] value, Location location) {
                return JsonRewriter.rewrite(value).orElseGet(() -> CanonicalMeta.of(metas.json(value, location)));
            }

            @Override
            public List<CanonicalMeta> yaml(YamlChunks.Chunk chunk) {
                return metas.yaml(chunk).stream().map(CanonicalMeta::of).toList();
            }
        };
    }
}
