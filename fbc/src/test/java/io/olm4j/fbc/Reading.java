package io.olm4j.fbc;

import io.olm4j.codec.json.CanonicalJson;
import io.olm4j.codec.text.ReaderLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads texts as catalogs for tests. */
final class Reading {
    private Reading() {}

    static List<Meta> metas(byte[] content) {
        return metas(content, ReaderLimits.DEFAULT);
    }

    static List<Meta> metas(byte[] content, ReaderLimits limits) {
        List<Meta> metas = new ArrayList<>();
        try {
            new CatalogReader(limits).readStream(new ByteArrayInputStream(content), "catalog.yaml", metas::add);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return metas;
    }

    static List<Meta> metas(String content) {
        return metas(content.getBytes(StandardCharsets.UTF_8));
    }

    /** The objects as canonical JSON. */
    static List<String> json(String content) {
        return metas(content).stream()
                .map(meta -> CanonicalJson.write(meta.blob()))
                .toList();
    }
}
