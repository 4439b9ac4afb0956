package io.olm4j.cli.installed;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.api.ObjectRef;
import io.olm4j.api.OlmApi;
import io.olm4j.cli.output.Colour;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An object that differs between two revisions.
 *
 * @param change Added, Removed or Changed
 * @param object its kind, namespace and name
 * @param fields that differ, of an object that both have
 */
public record ObjectChange(String change, String object, List<FieldChange> fields) {

    /** Kinds without a namespace, whose objects in a bundle may name one all the same. */
    private static final Set<String> CLUSTER_SCOPED = Set.of(
            "ClusterRole",
            "ClusterRoleBinding",
            "CustomResourceDefinition",
            "MutatingWebhookConfiguration",
            "PriorityClass",
            "ValidatingWebhookConfiguration");

    /**
     * The objects that differ: in the order of the older revision, then those that only the newer one has. The values
     * of Secrets are not shown.
     */
    public static List<ObjectChange> between(List<ObjectNode> older, List<ObjectNode> newer) {
        Map<String, ObjectNode> before = byName(older);
        Map<String, ObjectNode> after = byName(newer);
        List<ObjectChange> changes = new ArrayList<>();
        before.forEach((name, object) -> {
            ObjectNode other = after.get(name);
            if (other == null) {
                changes.add(new ObjectChange("Removed", name, List.of()));
            } else {
                List<FieldChange> fields = FieldChange.betweenObjects(object, other).stream()
                        .filter(field -> !isMark(field))
                        .toList();
                if (!fields.isEmpty()) {
                    changes.add(new ObjectChange("Changed", name, fields));
                }
            }
        });
        after.keySet().stream()
                .filter(name -> !before.containsKey(name))
                .forEach(name -> changes.add(new ObjectChange("Added", name, List.of())));
        return changes;
    }

    /** olm4j marks each object of a revision with its bundle, so that these annotations differ in every upgrade. */
    private static boolean isMark(FieldChange field) {
        return field.path().startsWith("metadata.annotations." + OlmApi.GROUP + "/");
    }

    /** The version of the API does not belong to the identity of an object. */
    private static Map<String, ObjectNode> byName(List<ObjectNode> objects) {
        Map<String, ObjectNode> byName = new LinkedHashMap<>();
        for (ObjectNode object : objects) {
            byName.put(nameOf(ObjectRef.of(object)), object);
        }
        return byName;
    }

    /** The name of an object in a change. */
    public static String nameOf(ObjectRef ref) {
        String kind = ref.group().isEmpty() ? ref.kind() : ref.kind() + "." + ref.group();
        return kind + " " + (CLUSTER_SCOPED.contains(ref.kind()) ? ref.name() : ref.qualifiedName());
    }

    /** The name of the object as kubectl prints it: a kind has no space in it, and a name no slash. */
    public String qualifiedName() {
        int space = object.indexOf(' ');
        String name = object.substring(space + 1);
        return object.substring(0, space).toLowerCase(Locale.ROOT) + "/" + name.substring(name.indexOf('/') + 1);
    }

    /** For people: a line for the object, and one for each field. */
    public String text() {
        String line = switch (change) {
            case "Added" -> Colour.GREEN.paint("+ " + object);
            case "Removed" -> Colour.RED.paint("- " + object);
            default -> Colour.YELLOW.paint("~ " + object);
        };
        StringBuilder text = new StringBuilder(line);
        fields.forEach(field -> text.append("\n    ").append(field));
        return text.toString();
    }
}
