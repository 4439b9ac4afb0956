package io.olm4j.applier.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.json.LiveObject;
import java.util.List;
import java.util.Optional;

/**
 * The fields of an object that the original applied by Helm, without server-side apply. A server-side apply removes
 * only fields that its own manager applied before. Therefore olm4j first claims all fields of the manager that made the
 * extension the controller of the object, and of the manager as which the original writes; the next apply then removes
 * those that are not wanted, such as a container that a newer bundle lacks, and the owner reference.
 */
public final class HelmFields {

    /** The name of the binary of the original, with which Helm names the manager. Many operators are called manager. */
    private static final String ORIGINAL = "operator-controller";

    private HelmFields() {}

    /** Whether olm4j is the manager of the owner reference that names this extension. */
    public static boolean areClaimed(ObjectNode live, String extensionUid) {
        return OwnedFields.of(live)
                .filter(owned -> ownsReference(owned.fields(), extensionUid))
                .isPresent();
    }

    /**
     * The metadata that makes olm4j the manager of these fields; their values do not change.
     *
     * @param live the object with the managed fields of all managers
     * @return empty if no other manager owns the reference to this extension
     */
    public static Optional<ObjectNode> claim(ObjectNode live, String extensionUid) {
        List<JsonNode> all = new LiveObject(live).managedFields().valueStream().toList();
        if (all.stream().noneMatch(entry -> isUpdate(entry, live) && ownsReference(fields(entry), extensionUid))) {
            return Optional.empty();
        }
        ArrayNode entries = JsonNodeFactory.instance.arrayNode();
        ObjectNode claimed = JsonNodeFactory.instance.objectNode();
        for (JsonNode entry : all) {
            boolean isHelm = isUpdate(entry, live)
                    && (ownsReference(fields(entry), extensionUid)
                            || entry.path("manager").asText("").equals(ORIGINAL));
            if (isHelm || LeftoverFields.isOurs(entry, live)) {
                addAll(fields(entry), claimed);
            } else {
                entries.add(entry.deepCopy());
            }
        }
        entries.addObject()
                .put("manager", OlmApi.FIELD_MANAGER)
                .put("operation", "Apply")
                .put("fieldsType", "FieldsV1")
                .<ObjectNode>set("apiVersion", live.path("apiVersion"))
                .set("fieldsV1", claimed);
        JsonNode there = live.path("metadata");
        ObjectNode metadata = JsonNodeFactory.instance.objectNode();
        metadata.set("uid", there.path("uid"));
        metadata.set("resourceVersion", there.path("resourceVersion"));
        metadata.set("managedFields", entries);
        return Optional.of(metadata);
    }

    private static JsonNode fields(JsonNode entry) {
        return entry.path("fieldsV1");
    }

    private static boolean isUpdate(JsonNode entry, ObjectNode live) {
        return entry.path("operation").asText("").equals("Update")
                && entry.path("apiVersion").equals(live.path("apiVersion"))
                && entry.path("subresource").asText("").isEmpty();
    }

    private static boolean ownsReference(JsonNode fields, String extensionUid) {
        return fields.path("f:metadata").path("f:ownerReferences").has("k:{\"uid\":\"" + extensionUid + "\"}");
    }

    /** Adds a set of fields to another one. */
    private static void addAll(JsonNode fields, ObjectNode to) {
        fields.properties().forEach(field -> addAll(field.getValue(), to.withObjectProperty(field.getKey())));
    }
}
