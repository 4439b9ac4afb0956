package io.olm4j.fbc.validation;

import io.olm4j.codec.json.Fields;
import io.olm4j.codec.text.TextSyntaxException;
import io.olm4j.fbc.CatalogReader;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Checks the manifest in an {@code olm.bundle.object} property. */
final class BundleObjects {
    private BundleObjects() {}

    /** The problem of a manifest, if any. Text that starts as JSON is accepted unchecked; other text must be YAML. */
    static Optional<String> problem(Fields value) {
        byte[] data = Shape.bytes(value, "data");
        if (new String(data, StandardCharsets.UTF_8).stripLeading().startsWith("{")) {
            return Optional.empty();
        }
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(data))
                    .toString();
        } catch (CharacterCodingException e) {
            return Optional.of("the manifest is neither JSON nor YAML: it is not valid UTF-8");
        }
        try {
            CatalogReader.checkYaml(text, "data");
            return Optional.empty();
        } catch (TextSyntaxException e) {
            return Optional.of("the manifest is neither JSON nor YAML: line "
                    + e.location().line() + ": " + e.problem());
        }
    }
}
