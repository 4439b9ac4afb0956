package io.olm4j.applier.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.json.LiveObject;
import java.util.Optional;

/**
 * The fields of a live object that olm4j set by server-side apply.
 *
 * @param apiVersion the version in which the fields are named
 * @param fields the set of fields in the form of {@code FieldsV1}
 */
public record OwnedFields(String apiVersion, JsonNode fields) {

    public static Optional<OwnedFields> of(ObjectNode live) {
        for (JsonNode entry : new LiveObject(live).managedFields()) {
            if (entry.path("manager").asText("").equals(OlmApi.FIELD_MANAGER)
                    && entry.path("operation").asText("").equals("Apply")
                    && entry.path("subresource").asText("").isEmpty()) {
                return Optional.of(new OwnedFields(entry.path("apiVersion").asText(""), entry.path("fieldsV1")));
            }
        }
        return Optional.empty();
    }
}
