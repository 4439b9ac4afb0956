package io.olm4j.oci.trust;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads {@code policy.json}. Any deviation from the specification makes the whole policy unusable. */
final class SignaturePolicyParser {

    private static final Set<String> KEY_TYPES =
            Set.of("GPGKeys", "signedByGPGKeys", "X509Certificates", "signedByX509CAs");

    private SignaturePolicyParser() {}

    static SignaturePolicy parse(byte[] document) throws ConfigException {
        StrictObject policy =
                new StrictObject(StrictObject.tree(document), "the policy", Set.of("default", "transports"));
        List<PolicyRequirement> byDefault = requirements(policy.get("default"), "\"default\"");
        Map<String, List<PolicyRequirement>> docker = new HashMap<>();
        if (policy.has("transports")) {
            // Other transports are for other tools, but are checked too: a mistake there may be meant for "docker".
            for (var transport :
                    object(policy.get("transports"), "\"transports\"").properties()) {
                Map<String, List<PolicyRequirement>> scopes = scopes(transport.getKey(), transport.getValue());
                if (transport.getKey().equals("docker")) {
                    docker.putAll(scopes);
                }
            }
        }
        return new SignaturePolicy(byDefault, docker);
    }

    private static Map<String, List<PolicyRequirement>> scopes(String transport, JsonNode node) throws ConfigException {
        Map<String, List<PolicyRequirement>> scopes = new HashMap<>();
        for (var scope : object(node, "transport \"" + transport + "\"").properties()) {
            scopes.put(scope.getKey(), requirements(scope.getValue(), "scope \"" + scope.getKey() + "\""));
        }
        return scopes;
    }

    private static JsonNode object(JsonNode node, String what) throws ConfigException {
        if (!node.isObject()) {
            throw new ConfigException(what + " must be an object");
        }
        return node;
    }

    private static List<PolicyRequirement> requirements(JsonNode node, String of) throws ConfigException {
        if (!node.isArray() || node.isEmpty()) {
            throw new ConfigException(of + " must be a list with a requirement");
        }
        List<PolicyRequirement> requirements = new ArrayList<>();
        for (JsonNode requirement : node) {
            requirements.add(requirement(requirement, requirement.path("type").asText()));
        }
        return requirements;
    }

    private static PolicyRequirement requirement(JsonNode node, String type) throws ConfigException {
        return switch (type) {
            case "insecureAcceptAnything" -> {
                new StrictObject(node, type, Set.of("type"));
                yield new PolicyRequirement.AcceptAnything();
            }
            case "reject" -> {
                new StrictObject(node, type, Set.of("type"));
                yield new PolicyRequirement.Reject();
            }
            case "sigstoreSigned" -> SigstoreSignedParser.parse(node);
            case "signedBy" -> signedBy(node);
            case "signedBaseLayer" -> {
                StrictObject signed = new StrictObject(node, type, Set.of("type", "baseLayerIdentity"));
                SignedIdentityParser.parse(signed.get("baseLayerIdentity"));
                yield new PolicyRequirement.Unsupported("\"signedBaseLayer\"");
            }
            default -> throw new ConfigException("there is no requirement of type \"" + type + "\"");
        };
    }

    private static PolicyRequirement signedBy(JsonNode node) throws ConfigException {
        StrictObject signed = new StrictObject(
                node, "signedBy", Set.of("type", "keyType", "keyPath", "keyPaths", "keyData", "signedIdentity"));
        if (!KEY_TYPES.contains(signed.text("keyType"))) {
            throw new ConfigException("there is no keyType \"" + signed.text("keyType") + "\"");
        }
        PublicKeyFields.read(signed, signed.exactlyOne(List.of("keyPath", "keyPaths", "keyData")));
        SignedIdentityParser.of(signed);
        return new PolicyRequirement.Unsupported("\"signedBy\" (a GPG signature)");
    }
}
