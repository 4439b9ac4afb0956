package io.olm4j.oci.trust;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.oci.ImageException;
import io.olm4j.oci.ImageReference;
import io.olm4j.oci.ReferenceGrammar;
import java.util.Set;

/** Reads the {@code signedIdentity} of a requirement. */
final class SignedIdentityParser {

    private static final Set<String> TYPE_ONLY = Set.of("type");

    private SignedIdentityParser() {}

    /** The identity of the requirement; by default {@link SignedIdentity.MatchRepoDigestOrExact}. */
    static SignedIdentity of(StrictObject requirement) throws ConfigException {
        return requirement.has("signedIdentity")
                ? parse(requirement.get("signedIdentity"))
                : new SignedIdentity.MatchRepoDigestOrExact();
    }

    static SignedIdentity parse(JsonNode node) throws ConfigException {
        String type = node.path("type").asText();
        return switch (type) {
            case "matchExact" -> {
                new StrictObject(node, type, TYPE_ONLY);
                yield new SignedIdentity.MatchExact();
            }
            case "matchRepoDigestOrExact" -> {
                new StrictObject(node, type, TYPE_ONLY);
                yield new SignedIdentity.MatchRepoDigestOrExact();
            }
            case "matchRepository" -> {
                new StrictObject(node, type, TYPE_ONLY);
                yield new SignedIdentity.MatchRepository();
            }
            case "exactReference" -> {
                StrictObject exact = new StrictObject(node, type, Set.of("type", "dockerReference"));
                ImageReference reference = reference(exact.text("dockerReference"));
                if (reference.selector().isEmpty()) {
                    throw new ConfigException("dockerReference \"" + reference + "\" has neither a tag nor a digest");
                }
                yield new SignedIdentity.ExactReference(reference);
            }
            case "exactRepository" -> {
                StrictObject exact = new StrictObject(node, type, Set.of("type", "dockerRepository"));
                yield new SignedIdentity.ExactRepository(
                        reference(exact.text("dockerRepository")).name());
            }
            case "remapIdentity" -> {
                StrictObject remap = new StrictObject(node, type, Set.of("type", "prefix", "signedPrefix"));
                yield new SignedIdentity.RemapIdentity(
                        prefix(remap.text("prefix")), prefix(remap.text("signedPrefix")));
            }
            default -> throw new ConfigException("there is no signedIdentity of type \"" + type + "\"");
        };
    }

    private static ImageReference reference(String text) throws ConfigException {
        try {
            return ImageReference.parseNormalized(text);
        } catch (ImageException e) {
            throw new ConfigException(String.valueOf(e.getMessage()), e);
        }
    }

    private static String prefix(String text) throws ConfigException {
        // The length counts first, because the patterns recurse.
        if (text.length() > ReferenceGrammar.MAX_REFERENCE_LENGTH
                || (!ReferenceGrammar.REGISTRY.matcher(text).matches()
                        && !ReferenceGrammar.NAME.matcher(text).matches())) {
            throw new ConfigException(
                    "prefix \"" + text + "\" of remapIdentity is neither a registry nor a repository");
        }
        return text;
    }
}
