package io.olm4j.applier.crdsafety;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A version of a CustomResourceDefinition.
 *
 * @param schema its {@code openAPIV3Schema}, a missing node if {@code schema} does not contain one; empty if there is
 *     no {@code schema}
 */
record CrdVersion(String name, boolean served, Optional<JsonNode> schema) {

    static CrdVersion of(JsonNode version) {
        return new CrdVersion(
                version.path("name").asText(),
                version.path("served").asBoolean(),
                version.hasNonNull("schema")
                        ? Optional.of(version.path("schema").path("openAPIV3Schema"))
                        : Optional.empty());
    }
}
