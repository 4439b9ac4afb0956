package io.olm4j.oci.trust;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads a requirement {@code sigstoreSigned}. */
final class SigstoreSignedParser {

    private static final List<String> KEYS = List.of("keyPath", "keyPaths", "keyData", "keyDatas", "fulcio", "pki");
    private static final List<String> REKOR =
            List.of("rekorPublicKeyPath", "rekorPublicKeyPaths", "rekorPublicKeyData", "rekorPublicKeyDatas");
    private static final Set<String> FIELDS = Stream.of(List.of("type", "signedIdentity"), KEYS, REKOR)
            .flatMap(List::stream)
            .collect(Collectors.toSet());

    private SigstoreSignedParser() {}

    static PolicyRequirement parse(JsonNode node) throws ConfigException {
        StrictObject signed = new StrictObject(node, "sigstoreSigned", FIELDS);
        String source = signed.exactlyOne(KEYS);
        SignedIdentity identity = SignedIdentityParser.of(signed);
        boolean rekor = REKOR.stream().anyMatch(signed::has);
        if (rekor) {
            PublicKeyFields.read(signed, signed.exactlyOne(REKOR));
        }
        return switch (source) {
            case "fulcio" -> fulcio(signed.get(source), rekor);
            case "pki" -> pki(signed.get(source), rekor);
            default ->
                rekor
                        ? new PolicyRequirement.Unsupported("\"sigstoreSigned\" with an entry in a Rekor log")
                        : new PolicyRequirement.SigstoreSigned(PublicKeyFields.read(signed, source), identity);
        };
    }

    private static PolicyRequirement fulcio(JsonNode node, boolean rekor) throws ConfigException {
        StrictObject fulcio =
                new StrictObject(node, "fulcio", Set.of("caPath", "caData", "oidcIssuer", "subjectEmail"));
        PublicKeyFields.read(fulcio, fulcio.exactlyOne(List.of("caPath", "caData")));
        fulcio.text(fulcio.exactlyOne(List.of("oidcIssuer")));
        fulcio.text(fulcio.exactlyOne(List.of("subjectEmail")));
        if (!rekor) {
            throw new ConfigException("sigstoreSigned with fulcio needs a Rekor key");
        }
        return new PolicyRequirement.Unsupported("\"sigstoreSigned\" by \"fulcio\"");
    }

    private static PolicyRequirement pki(JsonNode node, boolean rekor) throws ConfigException {
        List<String> intermediates = List.of("caIntermediatesPath", "caIntermediatesData");
        List<String> subjects = List.of("subjectEmail", "subjectHostname");
        StrictObject pki = new StrictObject(
                node,
                "pki",
                Stream.of(List.of("caRootsPath", "caRootsData"), intermediates, subjects)
                        .flatMap(List::stream)
                        .collect(Collectors.toSet()));
        PublicKeyFields.read(pki, pki.exactlyOne(List.of("caRootsPath", "caRootsData")));
        if (intermediates.stream().anyMatch(pki::has)) {
            PublicKeyFields.read(pki, pki.exactlyOne(intermediates));
        }
        if (subjects.stream().noneMatch(pki::has)) {
            throw new ConfigException("pki needs a subjectEmail or a subjectHostname");
        }
        if (rekor) {
            throw new ConfigException("sigstoreSigned with pki must not have a Rekor key");
        }
        return new PolicyRequirement.Unsupported("\"sigstoreSigned\" by \"pki\"");
    }
}
