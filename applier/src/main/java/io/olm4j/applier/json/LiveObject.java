package io.olm4j.applier.json;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The metadata of an object as the API server returned it. A missing text is the empty string.
 *
 * @param tree the whole object
 */
public record LiveObject(JsonNode tree) {

    /** Its name. */
    public String name() {
        return metadata().path("name").asText("");
    }

    /** Its UID. */
    public String uid() {
        return metadata().path("uid").asText("");
    }

    /** Its resource version. */
    public String resourceVersion() {
        return metadata().path("resourceVersion").asText("");
    }

    /** Its generation; 0 if its kind has none. */
    public long generation() {
        return metadata().path("generation").asLong();
    }

    /** Whether its deletion has begun. */
    public boolean isBeingDeleted() {
        return metadata().has("deletionTimestamp");
    }

    /** Its owner references, an array or missing. */
    public JsonNode ownerReferences() {
        return metadata().path("ownerReferences");
    }

    /** Its managed fields, which record the fields of each field manager; an array or missing. */
    public JsonNode managedFields() {
        return metadata().path("managedFields");
    }

    /** Its finalizers, an array or missing. */
    public JsonNode finalizers() {
        return metadata().path("finalizers");
    }

    /** Its labels, an object or missing. */
    public JsonNode labels() {
        return metadata().path("labels");
    }

    /** The value of an annotation. */
    public String annotation(String key) {
        return metadata().path("annotations").path(key).asText("");
    }

    private JsonNode metadata() {
        return tree.path("metadata");
    }
}
