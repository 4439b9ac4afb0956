package io.olm4j.oci;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import okio.ByteString;

/**
 * What a sigstore signature signs, in the words of "simple signing".
 *
 * @param manifest digest of the manifest of the image
 * @param identity name of the image
 */
record SignaturePayload(Digest manifest, String identity) {

    private static final String TYPE = "cosign container image signature";

    /** Reads the payload; whatever is not exactly as specified makes it unusable. */
    static SignaturePayload parse(ByteString document) throws ConfigException {
        StrictObject payload = new StrictObject(
                StrictObject.tree(document.toByteArray()), "the payload", Set.of("critical", "optional"));
        JsonNode optional = payload.get("optional");
        if (!optional.isNull() && !optional.isObject()) {
            throw new ConfigException("\"optional\" must be an object");
        }
        StrictObject critical =
                new StrictObject(payload.get("critical"), "\"critical\"", Set.of("type", "image", "identity"));
        if (!critical.text("type").equals(TYPE)) {
            throw new ConfigException("its type \"" + critical.text("type") + "\" is unknown");
        }
        String digest = new StrictObject(critical.get("image"), "\"image\"", Set.of("docker-manifest-digest"))
                .text("docker-manifest-digest");
        String identity = new StrictObject(critical.get("identity"), "\"identity\"", Set.of("docker-reference"))
                .text("docker-reference");
        try {
            return new SignaturePayload(Digest.parse(digest), identity);
        } catch (IllegalArgumentException e) {
            throw new ConfigException("\"" + digest + "\" is no digest", e);
        }
    }
}
