package io.olm4j.oci;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import okio.ByteString;

/** Reads a requirement {@code sigstoreSigned}. */
final class SigstoreSignedParser {

    private static final String TYPE = "sigstoreSigned";
    private static final List<String> KEYS = List.of("keyPath", "keyPaths", "keyData", "keyDatas", "fulcio", "pki");
    private static final List<String> REKOR =
            List.of("rekorPublicKeyPath", "rekorPublicKeyPaths", "rekorPublicKeyData", "rekorPublicKeyDatas");
    private static final Set<String> FIELDS = Stream.of(List.of("type", "signedIdentity"), KEYS, REKOR)
            .flatMap(List::stream)
            .collect(Collectors.toSet());

    private SigstoreSignedParser() {}

    static PolicyRequirement parse(JsonNode node) throws ConfigException {
        StrictObject signed = new StrictObject(node, TYPE, FIELDS);
        String source = exactlyOne(signed, TYPE, KEYS);
        SignedIdentity identity = SignedIdentityParser.of(signed);
        boolean rekor = REKOR.stream().anyMatch(signed::has);
        if (rekor) {
            exactlyOne(signed, TYPE, REKOR);
        }
        if (source.equals("fulcio") && !rekor) {
            throw new ConfigException("sigstoreSigned with fulcio needs a rekorPublicKeyPath or rekorPublicKeyData");
        }
        if (source.equals("pki") && rekor) {
            throw new ConfigException("sigstoreSigned with pki must not have a Rekor key");
        }
        if (source.equals("fulcio") || source.equals("pki")) {
            return new PolicyRequirement.Unsupported("\"sigstoreSigned\" by \"" + source + "\"");
        }
        if (rekor) {
            return new PolicyRequirement.Unsupported("\"sigstoreSigned\" with an entry in a Rekor log");
        }
        return new PolicyRequirement.SigstoreSigned(keys(signed, source), identity);
    }

    private static List<PublicKeySource> keys(StrictObject signed, String source) throws ConfigException {
        List<PublicKeySource> keys = new ArrayList<>();
        boolean many = source.endsWith("s");
        for (String key : many ? signed.texts(source) : List.of(signed.text(source))) {
            keys.add(source.startsWith("keyData") ? inline(key) : new PublicKeySource.InFile(Path.of(key)));
        }
        return keys;
    }

    private static PublicKeySource inline(String base64) throws ConfigException {
        ByteString pem = ByteString.decodeBase64(base64);
        if (pem == null) {
            throw new ConfigException("keyData of sigstoreSigned is not base64");
        }
        return new PublicKeySource.Inline(pem);
    }

    /** The one of these fields that is there and says something. */
    static String exactlyOne(StrictObject object, String what, List<String> fields) throws ConfigException {
        List<String> there = fields.stream().filter(object::has).toList();
        if (there.size() != 1) {
            throw new ConfigException(what + " must have exactly one of " + String.join(", ", fields));
        }
        JsonNode value = object.get(there.getFirst());
        if (value.isNull() || (value.isTextual() && value.asText().isEmpty())) {
            throw new ConfigException("\"" + there.getFirst() + "\" of " + what + " must not be empty");
        }
        return there.getFirst();
    }
}
