package io.olm4j.cli.resolve;

import com.fasterxml.jackson.databind.JsonNode;
import io.olm4j.upgradeedges.ResolutionRequest;
import io.olm4j.upgradeedges.UpgradeConstraintPolicy;
import io.olm4j.upgradeedges.path.InstalledBundle;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * One request of a batch.
 *
 * @param request in the resolver's words
 * @param catalogs the names of those that are asked
 */
record BatchRequest(ResolutionRequest request, Set<String> catalogs) {

    BatchRequest {
        catalogs = Set.copyOf(catalogs);
    }

    /** A request cannot be understood; the message is one clause. */
    static final class MalformedException extends Exception {
        private static final long serialVersionUID = 1;

        MalformedException(String message) {
            super(message);
        }
    }

    /**
     * Reads a request; fields it does not know are ignored.
     *
     * @param known the catalogs there are; all of them are asked if the request names none
     * @throws MalformedException if a field is missing or has a wrong type
     */
    static BatchRequest of(JsonNode json, Set<String> known) throws MalformedException {
        if (!json.isObject()) {
            throw new MalformedException("a request must be a JSON object");
        }
        String packageName =
                text(json, "packageName").orElseThrow(() -> new MalformedException("packageName is missing"));
        return new BatchRequest(
                new ResolutionRequest(
                        packageName, text(json, "version"), texts(json, "channels"), policy(json), installed(json)),
                catalogs(json, known));
    }

    private static Set<String> catalogs(JsonNode json, Set<String> known) throws MalformedException {
        if (!json.hasNonNull("catalogs")) {
            return known;
        }
        List<String> named = texts(json, "catalogs");
        for (String name : named) {
            if (!known.contains(name)) {
                throw new MalformedException("there is no --catalog " + name);
            }
        }
        return Set.copyOf(named);
    }

    private static UpgradeConstraintPolicy policy(JsonNode json) throws MalformedException {
        String policy = text(json, "upgradeConstraintPolicy").orElse("");
        return switch (policy) {
            case "SelfCertified" -> UpgradeConstraintPolicy.SELF_CERTIFIED;
            case "CatalogProvided", "" -> UpgradeConstraintPolicy.CATALOG_PROVIDED;
            default ->
                throw new MalformedException(
                        "upgradeConstraintPolicy must be CatalogProvided or SelfCertified, not " + policy);
        };
    }

    private static Optional<InstalledBundle> installed(JsonNode json) throws MalformedException {
        JsonNode installed = json.path("installed");
        if (installed.isMissingNode() || installed.isNull()) {
            return Optional.empty();
        }
        if (!installed.isObject()) {
            throw new MalformedException("installed must be an object with name and version");
        }
        return Optional.of(new InstalledBundle(
                text(installed, "name").orElse(""), text(installed, "version").orElse(""), text(installed, "release")));
    }

    private static Optional<String> text(JsonNode json, String field) throws MalformedException {
        JsonNode value = json.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return Optional.empty();
        }
        if (!value.isTextual()) {
            throw new MalformedException(field + " must be a string");
        }
        return Optional.of(value.textValue());
    }

    private static List<String> texts(JsonNode json, String field) throws MalformedException {
        JsonNode value = json.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return List.of();
        }
        if (!value.isArray()) {
            throw new MalformedException(field + " must be a list of strings");
        }
        List<String> texts = new ArrayList<>();
        for (JsonNode element : value) {
            if (!element.isTextual()) {
                throw new MalformedException(field + " must be a list of strings");
            }
            texts.add(element.textValue());
        }
        return texts;
    }
}
