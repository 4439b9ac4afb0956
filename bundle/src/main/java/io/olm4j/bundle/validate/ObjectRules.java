package io.olm4j.bundle.validate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.olm4j.bundle.Finding;
import io.olm4j.bundle.RegistryV1;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Rules that every object must fulfil to be created in a cluster. They are not part of the format: a bundle that breaks
 * them renders, but its installation fails.
 */
final class ObjectRules {
    /** The names of these kinds may have characters that others may not, such as {@code system:controller}. */
    private static final List<String> FREELY_NAMED =
            List.of("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding");

    private ObjectRules() {}

    static List<Finding> missingNames(RegistryV1 bundle) {
        return objects(bundle)
                .filter(object -> name(object).isEmpty())
                .map(object ->
                        bundle.finding(object, "a " + object.path("kind").asText() + " has no name; set metadata.name"))
                .toList();
    }

    static List<Finding> invalidNames(RegistryV1 bundle) {
        // The ClusterServiceVersion is not created.
        return Stream.concat(bundle.crds().stream(), bundle.others().stream())
                .filter(object -> !name(object).isEmpty()
                        && !FREELY_NAMED.contains(object.path("kind").asText()))
                .filter(object -> !DnsSubdomain.problems(name(object)).isEmpty())
                .map(object -> bundle.finding(
                        object,
                        "%s has an invalid name: %s"
                                .formatted(describe(object), String.join(", ", DnsSubdomain.problems(name(object))))))
                .toList();
    }

    static List<Finding> duplicates(RegistryV1 bundle) {
        Map<List<String>, ObjectNode> seen = new HashMap<>();
        List<Finding> findings = new ArrayList<>();
        for (ObjectNode object : bundle.others()) {
            String apiVersion = object.path("apiVersion").asText();
            String group = apiVersion.substring(0, Math.max(0, apiVersion.indexOf('/')));
            String kind = object.path("kind").asText();
            String namespace = SupportedKinds.isNamespaced(kind)
                    ? ""
                    : object.at("/metadata/namespace").asText();
            ObjectNode first = seen.putIfAbsent(List.of(group, kind, namespace, name(object)), object);
            if (first != null) {
                findings.add(bundle.finding(
                        object,
                        "%s is in \"%s\" already; remove one of them"
                                .formatted(describe(object), bundle.files().of(first))));
            }
        }
        return findings;
    }

    private static Stream<ObjectNode> objects(RegistryV1 bundle) {
        return Stream.of(List.of(bundle.csv().tree()), bundle.crds(), bundle.others())
                .flatMap(List::stream);
    }

    private static String describe(ObjectNode object) {
        return object.path("kind").asText() + " \"" + name(object) + "\"";
    }

    private static String name(ObjectNode object) {
        return object.at("/metadata/name").asText();
    }
}
