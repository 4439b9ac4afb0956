package io.olm4j.fbc.template;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.CatalogReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Reads the manifest in the value of an {@code olm.bundle.object} property. */
final class BundleObject {
    private BundleObject() {}

    /** The manifest; empty if the value does not hold exactly one object. */
    static Optional<JsonNode> read(JsonNode value) {
        List<JsonNode> objects = new ArrayList<>();
        try {
            var data = Base64.getDecoder().decode(value.path("data").asText());
            new CatalogReader()
                    .readStream(new ByteArrayInputStream(data), "manifest", meta -> objects.add(meta.blob()));
        } catch (IllegalArgumentException | TextSyntaxException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException("Memory can always be read", e);
        }
        return objects.size() == 1 ? Optional.of(objects.getFirst()) : Optional.empty();
    }
}
