package io.olm4j.fbc;

/**
 * An object of a catalog as catalogd serves it.
 *
 * @param header what it is about
 * @param line its canonical JSON in UTF-8 with a line end; empty for a document of comments only
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over once, never compared.
public record CanonicalMeta(MetaHeader header, byte[] line) {
    static CanonicalMeta of(Meta meta) {
        MetaHeader header = new MetaHeader(meta.schema(), meta.packageName(), meta.name());
        return new CanonicalMeta(header, meta.blob().isEmpty() ? new byte[0] : CanonicalJson.line(meta.blob()));
    }
}
