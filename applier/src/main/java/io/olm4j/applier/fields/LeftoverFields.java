package io.olm4j.applier.fields;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.OlmApi;
import io.olm4j.applier.cluster.ApiException.FieldProblem;
import io.olm4j.applier.json.LiveObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fields that the API server once filled in and that it no longer accepts, for example {@code rollingUpdate} of a
 * Deployment whose strategy changes to {@code Recreate}. A server-side apply keeps fields without a manager, and
 * removes fields that its manager owned and now omits. Therefore olm4j first claims such a field, and the next apply
 * removes it.
 */
public final class LeftoverFields {

    /** Fields below the spec that are not items of a list or a map. */
    private static final Pattern PLAIN = Pattern.compile("spec(\\.[A-Za-z][A-Za-z0-9]*+)++");

    private LeftoverFields() {}

    /**
     * The fields to claim after a refusal: those that are refused, and {@linkplain ReplacedFields those} in structs
     * that the revision replaces by others. Empty if olm4j has not applied the object yet, because then it has no entry
     * in the managed fields to claim them with.
     *
     * @return each as its path in the managed fields
     */
    public static List<List<String>> of(List<FieldProblem> refused, ObjectNode wanted, ObjectNode live) {
        return Stream.concat(
                        unowned(refused, wanted, live).stream().map(LeftoverFields::steps),
                        new LiveObject(live)
                                .managedFields()
                                .valueStream()
                                .filter(entry -> isOurs(entry, live))
                                .flatMap(
                                        entry -> ReplacedFields.unowned(entry.path("fieldsV1"), wanted, live).stream()))
                .distinct()
                .toList();
    }

    /** The refused fields of the live object that have no manager and that the revision omits. */
    static List<String> unowned(List<FieldProblem> refused, ObjectNode wanted, ObjectNode live) {
        if (new LiveObject(live).managedFields().valueStream().noneMatch(entry -> isOurs(entry, live))) {
            return List.of();
        }
        return refused.stream()
                .map(FieldProblem::field)
                .filter(field -> PLAIN.matcher(field).matches())
                .filter(field -> at(wanted, field).isMissingNode()
                        && !at(live, field).isMissingNode()
                        && managers(field, live).isEmpty())
                .distinct()
                .toList();
    }

    /** The managers that own a field, or a part of it. */
    public static List<String> managers(String field, ObjectNode live) {
        List<String> managers = new ArrayList<>();
        for (JsonNode entry : new LiveObject(live).managedFields()) {
            if (!in(entry.path("fieldsV1"), steps(field)).isMissingNode()) {
                managers.add(entry.path("manager").asText(""));
            }
        }
        return managers;
    }

    private static List<String> steps(String field) {
        return Stream.of(field.split("\\.", -1)).map(step -> "f:" + step).toList();
    }

    /** The part of managed fields at a path; a missing node if there is none. */
    static JsonNode in(JsonNode fields, List<String> path) {
        JsonNode there = fields;
        for (String step : path) {
            there = there.path(step);
        }
        return there;
    }

    /** The complete paths at or below a path; none if the path does not exist. */
    static List<List<String>> leaves(JsonNode fields, List<String> path) {
        JsonNode there = in(fields, path);
        if (there.isMissingNode()) {
            return List.of();
        }
        return there.isEmpty()
                ? List.of(path)
                : there.propertyStream()
                        .map(Map.Entry::getKey)
                        .flatMap(step ->
                                leaves(
                                        fields,
                                        Stream.concat(path.stream(), Stream.of(step))
                                                .toList())
                                        .stream())
                        .toList();
    }

    /**
     * The metadata that makes olm4j the owner of these fields; their values do not change.
     *
     * @param fields paths in the managed fields
     */
    public static ObjectNode claim(ObjectNode live, List<List<String>> fields) {
        JsonNode metadata = live.path("metadata");
        ObjectNode claim = JsonNodeFactory.instance.objectNode();
        claim.set("uid", metadata.path("uid"));
        claim.set("resourceVersion", metadata.path("resourceVersion"));
        claim.set("managedFields", metadata.path("managedFields").deepCopy());
        for (JsonNode entry : claim.path("managedFields")) {
            if (isOurs(entry, live) && entry.path("fieldsV1") instanceof ObjectNode owned) {
                fields.forEach(field -> add(owned, field));
            }
        }
        return claim;
    }

    static boolean isOurs(JsonNode entry, ObjectNode live) {
        return entry.path("manager").asText("").equals(OlmApi.FIELD_MANAGER)
                && entry.path("operation").asText("").equals("Apply")
                && entry.path("apiVersion").equals(live.path("apiVersion"))
                && entry.path("subresource").asText("").isEmpty();
    }

    private static void add(ObjectNode owned, List<String> field) {
        ObjectNode parent = owned;
        for (String step : field) {
            parent = parent.withObjectProperty(step);
        }
    }

    private static JsonNode at(JsonNode object, String field) {
        JsonNode value = object;
        for (String step : field.split("\\.", -1)) {
            value = value.path(step);
        }
        return value;
    }
}
