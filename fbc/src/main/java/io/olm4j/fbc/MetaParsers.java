package io.olm4j.fbc;

import io.olm4j.codec.documents.DocumentParser;
import io.olm4j.codec.json.Document;
import io.olm4j.codec.json.Numbers;
import io.olm4j.codec.text.Location;
import io.olm4j.codec.text.ReaderLimits;
import io.olm4j.codec.yaml.YamlChunks;
import java.util.List;

/** Parsers for the objects of a catalog. */
final class MetaParsers {
    private MetaParsers() {}

    /** The objects of a catalog as trees. */
    static DocumentParser<Meta> metas(ReaderLimits limits) {
        DocumentParser<Document> documents = DocumentParser.documents(limits, Numbers.FLOAT64);
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

    /** The objects of a catalog as canonical JSON; builds a tree only if necessary. */
    static DocumentParser<CanonicalMeta> canonical(ReaderLimits limits) {
        DocumentParser<Meta> metas = metas(limits);
        return new DocumentParser<>() {
            @Override
            public CanonicalMeta json(byte[] value, Location location) {
                return CanonicalMeta.rewritten(value).orElseGet(() -> CanonicalMeta.of(metas.json(value, location)));
            }

            @Override
            public List<CanonicalMeta> yaml(YamlChunks.Chunk chunk) {
                return metas.yaml(chunk).stream().map(CanonicalMeta::of).toList();
            }
        };
    }
}
