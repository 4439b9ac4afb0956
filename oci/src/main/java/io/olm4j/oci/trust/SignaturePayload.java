package io.olm4j.oci.trust;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.oci.Digest;
import java.util.Set;
import okio.ByteString;

/**
 * The signed content of a sigstore signature, in the format "simple signing".
 *
 * @param manifest digest of the manifest of the image
 * @param identity name of the image
 */
record SignaturePayload(Digest manifest, String identity) {

    private static final String TYPE = "cosign container image signature";

    /** Reads the payload. Any deviation from the specification is an error. */
    static SignaturePayload parse(ByteString document) throws ConfigException {
        StrictObject payload = new StrictObject(
                StrictObject.tree(document.toByteArray()), "the payload", Set.of("critical", "optional"));
        checkOptional(payload.get("optional"));
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
            throw new ConfigException("\"" + digest + "\" is not a digest", e);
        }
    }

    /** Checks only types: the content does not matter, but a field with a wrong type was not written by a signer. */
    private static void checkOptional(JsonNode optional) throws ConfigException {
        JsonNode creator = optional.path("creator");
        JsonNode timestamp = optional.path("timestamp");
        boolean wellFormed = (optional.isNull() || optional.isObject())
                && (creator.isMissingNode() || creator.isNull() || creator.isTextual())
                && (timestamp.isMissingNode()
                        || timestamp.isNull()
                        || (timestamp.isNumber() && timestamp.doubleValue() == Math.rint(timestamp.doubleValue())));
        if (!wellFormed) {
            throw new ConfigException("\"optional\" has a field of the wrong type");
        }
    }
}
