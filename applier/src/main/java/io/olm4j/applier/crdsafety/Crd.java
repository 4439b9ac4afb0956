package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.applier.json.LiveObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a CustomResourceDefinition that the judgement uses.
 *
 * @param storedVersions the versions in which objects may be stored; the storage version if the status does not list
 *     any
 * @param convertsByWebhook whether a webhook converts between its versions
 */
record Crd(
        String name, String scope, List<String> storedVersions, List<CrdVersion> versions, boolean convertsByWebhook) {

    static Crd of(JsonNode tree) {
        JsonNode spec = tree.path("spec");
        List<CrdVersion> versions = new ArrayList<>();
        spec.path("versions").forEach(version -> versions.add(CrdVersion.of(version)));
        return new Crd(
                new LiveObject(tree).name(),
                spec.path("scope").asText(),
                storedVersions(tree),
                versions,
                spec.path("conversion").path("strategy").asText().equals("Webhook"));
    }

    private static List<String> storedVersions(JsonNode tree) {
        List<String> stored = new ArrayList<>();
        tree.path("status").path("storedVersions").forEach(version -> stored.add(version.asText()));
        if (stored.isEmpty()) {
            for (JsonNode version : tree.path("spec").path("versions")) {
                if (version.path("storage").asBoolean()) {
                    stored.add(version.path("name").asText());
                }
            }
        }
        return stored;
    }

    Optional<CrdVersion> version(String wanted) {
        return versions.stream()
                .filter(version -> version.name().equals(wanted))
                .findFirst();
    }
}
