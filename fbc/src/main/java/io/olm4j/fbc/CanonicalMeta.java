package io.olm4j.fbc;

import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.json.JsonRewriter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An object of a catalog as catalogd serves it.
 *
 * @param header its schema, package and name
 * @param line its canonical JSON in UTF-8 with a line end; empty for a document that has only comments
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
public record CanonicalMeta(MetaHeader header, byte[] line) {
    private static final Set<String> HEADER = Set.of("schema", "package", "name");

    static CanonicalMeta of(Meta meta) {
        MetaHeader header = new MetaHeader(meta.schema(), meta.packageName(), meta.name());
        return new CanonicalMeta(header, meta.blob().isEmpty() ? new byte[0] : CanonicalJson.line(meta.blob()));
    }

    /**
     * Rewrites an object without building a tree. Empty if the caller must build one, which also finds out what is
     * wrong.
     */
    static Optional<CanonicalMeta> rewritten(byte[] json) {
        return JsonRewriter.rewrite(json, HEADER)
                .map(object -> new CanonicalMeta(header(object.strings()), object.line()));
    }

    private static MetaHeader header(Map<String, String> strings) {
        return new MetaHeader(
                strings.getOrDefault("schema", ""),
                strings.getOrDefault("package", ""),
                strings.getOrDefault("name", ""));
    }
}
